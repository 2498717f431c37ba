"""Both players, as a PettingZoo AEC environment. It needs the extra ``rl``.

>>> from patchwork import pettingzoo
>>> env = pettingzoo.env(edition="revised")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
>>> env.agents
[]
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from patchwork import Edition, Game, State
from patchwork.observation import observation_bounds
from patchwork.rendering import RENDER_MODES, check_render_mode, render

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from patchwork.rendering import Frame

__all__ = ["env", "raw_env"]

ACTIONS = 2026
PLAYERS = ["player_0", "player_1"]


def env(
    *,
    edition: str | Edition = "revised",
    circle: str | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Any, Any]:
    """Give the environment in the usual wrappers.

    - ``edition``: a name or an Edition.
    - ``circle``: an ANU circle string for all games; without one every game has a circle of its
      own, drawn from the seed.
    - ``render_mode``: ``"ansi"``, ``"human"`` (printed), ``"rgb_array"`` or None.

    An observation is a dict: ``"observation"`` is float32 (docs/observation.md) as the agent sees
    it, ``"action_mask"`` int8 (2026,): which action ids are legal, none when another is to move.
    The info has the same mask, and ``"scores"`` at the end. ``player_0`` begins. One agent may have
    several turns in a row. The winner's reward is 1, the loser's -1.

    An action that is not legal ends the game with -1 for the agent and 0 for the other
    (PettingZoo's TerminateIllegalWrapper).
    """
    made: AECEnv[str, Any, Any] = raw_env(edition=edition, circle=circle, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv[str, Any, Any]):  # noqa: N801 - PettingZoo's name for it
    """The environment without wrappers: an illegal action raises IllegalActionError."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "patchwork_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        edition: str | Edition = "revised",
        circle: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Check what the games will need; the first begins with ``reset``."""
        super().__init__()
        self.render_mode = check_render_mode(render_mode)
        # Raises what is wrong with edition and circle.
        start = State(edition) if circle is None else State(edition, circle=circle)
        self.edition = start.edition
        self.circle = circle
        self.possible_agents = PLAYERS[:]
        low, high = observation_bounds(self.edition)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, shape=(ACTIONS,), dtype=np.int8),
                }
            )
            for agent in PLAYERS
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in PLAYERS}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Give the observation space of an agent: the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Give the action space of an agent: the same object each time."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - nothing to choose
    ) -> None:
        """Begin a game. The same seed gives the same circles; ``options`` are not used."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        if self.circle is None:
            start = State(self.edition, seed=self._rng.integers(2**63))
        else:
            start = State(self.edition, circle=self.circle)
        self.game = Game(start)
        self.agents = PLAYERS[:]
        self.rewards = dict.fromkeys(PLAYERS, 0.0)
        self._cumulative_rewards = dict.fromkeys(PLAYERS, 0.0)
        self.terminations = dict.fromkeys(PLAYERS, False)
        self.truncations = dict.fromkeys(PLAYERS, False)
        self._look()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Give the position as an agent sees it, and what it may do."""
        seen = self.game.state.observation(PLAYERS.index(agent))
        return {"observation": seen, "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        """Take an action of the agent whose turn it is: an id; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        winner = self.game.state.winner
        if winner is not None:
            self.rewards = {p: 1.0 if p == PLAYERS[winner] else -1.0 for p in PLAYERS}
            self.terminations = dict.fromkeys(PLAYERS, True)
        self._accumulate_rewards()
        self._look()

    def render(self) -> Frame:
        """Give the position as text or as an image, or print it, as ``render_mode`` says."""
        return render(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be closed."""

    def _look(self) -> None:
        """Settle whose turn it is, and what the infos say."""
        state = self.game.state
        self.agent_selection = PLAYERS[0 if state.to_move is None else state.to_move]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": self._mask(agent)} for agent in PLAYERS
        }
        if state.is_over:
            for player, agent in enumerate(PLAYERS):
                self.infos[agent]["scores"] = (state.scores[player], state.scores[1 - player])

    def _mask(self, agent: str) -> NDArray[np.int8]:
        state = self.game.state
        if state.to_move != PLAYERS.index(agent):
            return np.zeros(ACTIONS, dtype=np.int8)
        return state.legal_action_mask().view(np.int8)

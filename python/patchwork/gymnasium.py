"""One player against an agent, as a Gymnasium environment: ``Patchwork-v0``.

Importing this module registers it. It needs the extra ``rl``.

>>> import gymnasium as gym
>>> import patchwork.gymnasium
>>> env = gym.make("Patchwork-v0", opponent="random")
>>> observation, info = env.reset(seed=7)
>>> terminated = False
>>> while not terminated:
...     action = env.action_space.sample(info["action_mask"])
...     observation, reward, terminated, truncated, info = env.step(action)
>>> reward in (1.0, -1.0), info["illegal"]
(True, False)
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Literal

import gymnasium
import numpy as np
from gymnasium import spaces

from patchwork import Edition, Game, State, agent
from patchwork.observation import observation_bounds
from patchwork.rendering import RENDER_MODES, check_render_mode, render
from patchwork.simulation import AgentError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from patchwork.rendering import Frame
    from patchwork.simulation import Player

__all__ = ["PatchworkEnv"]

ACTIONS = 2026


class PatchworkEnv(gymnasium.Env[Any, Any]):
    """One player against any agent.

    - ``opponent``: the text of an agent (``pw.agent``), or any object with ``choose(state)``; if
      it has ``new_game(seed, seat)``, that is called before each game.
    - ``edition``: a name or an Edition.
    - ``circle``: an ANU circle string for all games; without one every game has a circle of its
      own.
    - ``seat``: 0 to begin every game, 1 to let the opponent begin, None for a seat drawn anew.
    - ``render_mode``: ``"ansi"``, ``"human"`` (printed), ``"rgb_array"`` or None.

    An observation is float32 (docs/observation.md), seen by the player. Actions are the 2,026 ids;
    which are legal is in ``info["action_mask"]`` (int8) and ``action_masks()`` (bool). The reward
    is 1 at the end of a game won and -1 of one lost, else 0. An action that is not legal ends the
    game as a loss, with ``info["illegal"]`` True. ``info["scores"]`` is (own, other) at the end of
    a game played out.

    What an opponent raises, or an illegal action of its, comes out as a ``patchwork.AgentError``.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012 - Gymnasium's type

    def __init__(
        self,
        *,
        opponent: str | Player = "random",
        edition: str | Edition = "revised",
        circle: str | None = None,
        seat: Literal[0, 1] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """Check what the games will need; the first begins with ``reset``."""
        if isinstance(opponent, str):
            opponent = agent(opponent, seed=0)
        elif not callable(getattr(opponent, "choose", None)):
            raise TypeError(f"opponent must have choose(state); {type(opponent).__name__} has not")
        if seat is not None:
            if isinstance(seat, bool) or not hasattr(seat, "__index__"):
                raise TypeError(f"seat must be 0, 1 or None, not {type(seat).__name__}")
            if seat not in (0, 1):
                raise ValueError(f"seat must be 0, 1 or None, not {seat}")
        self.render_mode = check_render_mode(render_mode)
        self.opponent = opponent
        # Raises what is wrong with edition and circle.
        start = State(edition) if circle is None else State(edition, circle=circle)
        self.edition = start.edition
        self.circle = circle
        self.seat = seat
        low, high = observation_bounds(self.edition)
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.action_space = spaces.Discrete(ACTIONS)
        self._player = 0
        self._game: Game | None = None
        self._terminated = False

    @property
    def game(self) -> Game:
        """The game so far. Raises gymnasium's ResetNeeded before the first reset."""
        if self._game is None:
            raise gymnasium.error.ResetNeeded("call reset() first")
        return self._game

    @property
    def player(self) -> int:
        """The seat of the player in this game: 0 began it."""
        return self._player

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game, and let the opponent move if it is first.

        The same seed gives the same circle, seat and opponent's draws. ``options`` is not used.
        """
        super().reset(seed=seed, options=options)
        circle_seed, agent_seed = (int(self.np_random.integers(2**63)) for _ in range(2))
        drawn = int(self.np_random.integers(2))
        self._player = drawn if self.seat is None else operator.index(self.seat)
        if self.circle is None:
            start = State(self.edition, seed=circle_seed)
        else:
            start = State(self.edition, circle=self.circle)
        self._game = Game(start)
        self._terminated = False
        new_game = getattr(self.opponent, "new_game", None)
        if new_game is not None:
            new_game(agent_seed, 1 - self._player)
        self._let_opponent_move()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the opponent move until it is the player's turn again.

        Raises ValueError for an id that is none, TypeError for what is no int.
        """
        state = self.game.state
        if self._terminated:
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        # A 0-dimensional array is what some libraries hand over.
        number = action.item() if isinstance(action, np.ndarray) and action.ndim == 0 else action
        if not state.is_legal(number):
            self._terminated = True
            return self._observation(), -1.0, True, False, self._info() | {"illegal": True}
        self.game.play(number)
        self._let_opponent_move()
        winner = self.game.state.winner
        self._terminated = winner is not None
        reward = 0.0 if winner is None else 1.0 if winner == self._player else -1.0
        return self._observation(), reward, self._terminated, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which action ids are legal: bool (2026,); sb3-contrib's MaskablePPO asks for it."""
        state = self.game.state
        if self._terminated or state.to_move != self._player:
            return np.zeros(ACTIONS, dtype=np.bool_)
        return state.legal_action_mask()

    def render(self) -> Frame:
        """Give the position as text or as an image, or print it, as ``render_mode`` says."""
        return render(self.game, self.render_mode)

    def _let_opponent_move(self) -> None:
        game = self.game
        try:
            while game.state.to_move == 1 - self._player:
                game.play(self.opponent.choose(game.state))
        except Exception as error:
            raise AgentError(
                f"ply {len(game.actions)}: opponent: {type(error).__name__}: {error} "
                f"(position: {game.state})"
            ) from error

    def _observation(self) -> NDArray[np.float32]:
        return self.game.state.observation(self._player)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self.action_masks().view(np.int8),
            "illegal": False,
        }
        state = self.game.state
        if state.is_over:
            info["scores"] = (state.scores[self._player], state.scores[1 - self._player])
        return info


gymnasium.register(id="Patchwork-v0", entry_point="patchwork.gymnasium:PatchworkEnv")

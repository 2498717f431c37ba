"""Patchwork as an OpenSpiel game: ``python_patchwork``.

Importing this module registers it. It needs the extra ``openspiel``.

>>> import pyspiel
>>> import patchwork.openspiel
>>> game = pyspiel.load_game("python_patchwork")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 32)

Parameters: ``edition``, the name of a built-in one, and ``circle``, an ANU circle string. Without a
circle the shuffle is a chain of chance nodes, one patch each, clockwise from the neutral token: an
outcome is the index of the patch in the edition. With one there are none, and the game is
deterministic.

Actions are the 2,026 ids, observations are those of docs/observation.md, and returns are 1 for
the winner and -1 for the loser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from patchwork import Edition, State
from patchwork.observation import split

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PatchworkGame", "PatchworkObserver", "PatchworkState"]

ACTIONS = 2026


def game_type(chance: Any) -> Any:
    """Describe the game, with or without chance."""
    return pyspiel.GameType(
        short_name="python_patchwork",
        long_name="Patchwork (Python)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"edition": "revised", "circle": ""},
    )


SHUFFLED = game_type(pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC)
FIXED = game_type(pyspiel.GameType.ChanceMode.DETERMINISTIC)


class PatchworkGame(pyspiel.Game):
    """The game: an edition, and perhaps a circle."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Check the parameters. Raises ValueError that says what is wrong with them."""
        params = params or {}
        self.edition = Edition(params.get("edition", "revised"))
        circle = params.get("circle", "")
        self.start = State(self.edition, circle=circle) if circle else None
        patches = len(self.edition.patches)
        # Every action takes a patch, a special patch, or a space of the time board.
        longest = 2 * self.edition.track_length + patches + len(self.edition.special_spaces)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=0 if circle else patches,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(FIXED if circle else SHUFFLED, info, params)

    def new_initial_state(self) -> PatchworkState:
        """Give the start: before the shuffle, unless the circle is fixed."""
        return PatchworkState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> PatchworkObserver:
        """Give what makes observations of states."""
        if params:
            raise ValueError(f"observations have no parameters; given: {params}")
        return PatchworkObserver(self, iig_obs_type)


class PatchworkState(pyspiel.State):
    """A position, or a shuffle that is not complete."""

    def __init__(self, game: PatchworkGame) -> None:
        """Begin a game; use ``game.new_initial_state()``."""
        super().__init__(game)
        self.edition = game.edition
        self.drawn = ""
        """The circle so far, clockwise from the neutral token."""
        self.position = game.start
        """The ``patchwork.State``; None until the shuffle is complete."""

    def current_player(self) -> int:
        """Say who acts: a player, chance, or nobody."""
        if self.position is None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self.position.to_move
        return int(pyspiel.PlayerId.TERMINAL) if player is None else player

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Give the patches that can come next in the circle, each with the same chance."""
        if self.position is not None:
            raise ValueError("not a chance node")
        left = self._left()
        return [(patch, 1 / len(left)) for patch in left]

    def is_terminal(self) -> bool:
        """Say whether the game is over."""
        return self.position is not None and self.position.is_over

    def returns(self) -> list[float]:
        """Give 1 to the winner and -1 to the loser, 0 to both before the end."""
        winner = None if self.position is None else self.position.winner
        if winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        """Give the position as text, or the circle so far."""
        return f"circle {self.drawn}" if self.position is None else str(self.position)

    def _legal_actions(self, player: int) -> list[int]:
        if self.position is None or player != self.position.to_move:
            return []
        actions: list[int] = self.position.legal_action_ids().tolist()
        return actions

    def _apply_action(self, action: int) -> None:
        if self.position is not None:
            self.position = self.position.after(action)
            return
        if action not in self._left():
            raise ValueError(f"patch {action} is not one that is left: {self._left()}")
        self.drawn += self.edition.patches[action].letter
        if not self._left():
            circle = self.drawn + self.edition.start_patch
            self.position = State(self.edition, circle=circle)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.edition.patches[action].letter
        if self.position is None or not self.position.is_legal(action):
            return f"action {action}"
        return str(self.position.action(action))

    def _left(self) -> list[int]:
        """Give the patches that are not in the circle yet, by index."""
        taken = self.drawn + self.edition.start_patch
        return [at for at, patch in enumerate(self.edition.patches) if patch.letter not in taken]


class PatchworkObserver:
    """Makes observations: see OpenSpiel's observation.py, and docs/observation.md."""

    def __init__(self, game: PatchworkGame, iig_obs_type: Any = None) -> None:
        """Make an empty observation."""
        self.perfect_recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        length = len(State(game.edition, seed=0).observation())
        self.tensor: NDArray[np.float32] = np.zeros(length, dtype=np.float32)
        planes, scalars, patches = split(self.tensor)
        self.dict = {"planes": planes, "scalars": scalars, "patches": patches}

    def set_from(self, state: PatchworkState, player: int) -> None:
        """Write what a player sees; zeros until the shuffle is complete."""
        if state.position is None:
            self.tensor.fill(0)
        else:
            self.tensor[:] = state.position.observation(player)

    def string_from(self, state: PatchworkState, player: int) -> str:  # noqa: ARG002
        """Give the position as text; with perfect recall, all that was played."""
        return str(state.history_str()) if self.perfect_recall else str(state)


pyspiel.register_game(SHUFFLED, PatchworkGame)

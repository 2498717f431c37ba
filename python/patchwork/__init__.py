"""The two-player quilting board game Patchwork.

>>> import patchwork as pw
>>> state = pw.State("revised", seed=7)
>>> state.after(state.legal_actions()[0]).positions
(1, 0)
"""

from patchwork._core import (
    Action,
    Edition,
    Game,
    GameResult,
    IllegalActionError,
    Patch,
    State,
    __version__,
    editions,
    perft,
)

__all__ = [
    "Action",
    "Edition",
    "Game",
    "GameResult",
    "IllegalActionError",
    "Patch",
    "State",
    "__version__",
    "editions",
    "perft",
]

"""The two-player quilting board game Patchwork.

>>> import patchwork as pw
>>> state = pw.State("revised", seed=7)
>>> state.after(state.legal_actions()[0]).positions
(1, 0)
"""

from patchwork._core import (
    Action,
    Agent,
    Edition,
    Game,
    GameResult,
    IllegalActionError,
    Patch,
    State,
    __version__,
    agent,
    editions,
    perft,
)

__all__ = [
    "Action",
    "Agent",
    "Edition",
    "Game",
    "GameResult",
    "IllegalActionError",
    "Patch",
    "State",
    "__version__",
    "agent",
    "editions",
    "perft",
]

"""The two-player quilting board game Patchwork.

>>> import patchwork as pw
>>> state = pw.State("revised", seed=7)
>>> state.after(state.legal_actions()[0]).positions
(1, 0)
"""

from typing import TYPE_CHECKING

from patchwork._core import (
    Action,
    Agent,
    BatchEnv,
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
    solve,
)

if TYPE_CHECKING:
    from patchwork.analysis import Line, Solution
    from patchwork.pictures import svg
    from patchwork.plots import plot
    from patchwork.results import Results, concat
    from patchwork.simulation import AgentError, simulate
    from patchwork.summary import Estimate, Summary
    from patchwork.tournament import Standings, arena

__all__ = [
    "Action",
    "Agent",
    "AgentError",
    "BatchEnv",
    "Edition",
    "Estimate",
    "Game",
    "GameResult",
    "IllegalActionError",
    "Line",
    "Patch",
    "Results",
    "Solution",
    "Standings",
    "State",
    "Summary",
    "__version__",
    "agent",
    "arena",
    "concat",
    "editions",
    "perft",
    "plot",
    "simulate",
    "solve",
    "svg",
]

#: What is imported when it is first asked for, so that `import patchwork` costs next to nothing.
_LAZY = {
    "AgentError": "patchwork.simulation",
    "Estimate": "patchwork.summary",
    "Line": "patchwork.analysis",
    "Results": "patchwork.results",
    "Solution": "patchwork.analysis",
    "Standings": "patchwork.tournament",
    "Summary": "patchwork.summary",
    "arena": "patchwork.tournament",
    "concat": "patchwork.results",
    "plot": "patchwork.plots",
    "simulate": "patchwork.simulation",
    "svg": "patchwork.pictures",
}


def __getattr__(name: str) -> object:
    """Import a lazy name."""
    if name not in _LAZY:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    from importlib import import_module

    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the lazy names too."""
    return sorted({*globals(), *__all__})

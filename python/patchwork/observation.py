"""The parts of an observation, by name. docs/observation.md specifies them.

An observation is one float32 vector: planes, scalars, then numbers of each patch left.

>>> import patchwork as pw
>>> seen = split(pw.State(seed=7).observation())
>>> seen.planes.shape, seen.scalars.shape, seen.patches.shape
((8, 9, 9), (26,), (33, 5))
>>> float(seen.scalars[SCALARS.index("buttons")])
5.0
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from patchwork._core import observation_bounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["PATCH_NUMBERS", "PLANES", "SCALARS", "VERSION", "Parts", "observation_bounds", "split"]

VERSION = 1
"""The version of the specification. A change of any entry raises it."""

PLANES = (
    "quilt",
    "other_quilt",
    *(f"patch_{place}" for place in range(6)),
)
"""What each plane shows, 1 where covered."""

_PLAYER = (
    "buttons",
    "income",
    "position",
    "covered",
    "score",
    "special_tile",
    "first_finisher",
    "spaces_to_income",
    "incomes_left",
    "spaces_to_special",
    "specials_left",
)

SCALARS = (
    "to_move",
    *_PLAYER,
    *(f"other_{name}" for name in _PLAYER),
    "specials_owed",
    "patches_left",
    "tile_left",
)
"""What each scalar says."""

PATCH_NUMBERS = ("number", "button_cost", "time_cost", "income", "size")
"""What each number of a patch says; all are 0 where no patch is left."""


class Parts(NamedTuple):
    """Views of observations; ``...`` is the shape before the last axis."""

    planes: NDArray[np.float32]
    """Shape (..., 8, 9, 9): see PLANES."""
    scalars: NDArray[np.float32]
    """Shape (..., 26): see SCALARS."""
    patches: NDArray[np.float32]
    """Shape (..., patches, 5): see PATCH_NUMBERS; in the order of the circle."""


def split(observations: NDArray[np.float32]) -> Parts:
    """Give views of the parts of one observation, or of an array of them along its last axis.

    Raises ValueError if the last axis has the length of no edition's observations.
    """
    observations = np.asarray(observations)
    shape = observations.shape
    scalars = 81 * len(PLANES)
    patches = scalars + len(SCALARS)
    if not shape or shape[-1] <= patches or (shape[-1] - patches) % len(PATCH_NUMBERS):
        raise ValueError(
            f"an observation has {patches} + {len(PATCH_NUMBERS)} entries a patch, "
            f"not the shape {shape}"
        )
    return Parts(
        observations[..., :scalars].reshape(*shape[:-1], len(PLANES), 9, 9),
        observations[..., scalars:patches],
        observations[..., patches:].reshape(*shape[:-1], -1, len(PATCH_NUMBERS)),
    )

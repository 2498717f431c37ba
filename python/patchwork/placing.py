"""A patch held over a quilt: moved, turned, flipped, and whether it could be sewn on there.

>>> import patchwork as pw
>>> state = pw.State("original", circle="BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA")
>>> held = Placing.of(state, 0, (4, 4))
>>> held.turned().cells, str(held.turned().action)
(((4, 4), (5, 4), (5, 5)), 'BEEB')
"""

from dataclasses import dataclass, replace

import patchwork as pw
from patchwork.narration import amount

SIDE = 9

Cell = tuple[int, int]


@dataclass(frozen=True)
class Placing:
    """A patch over the quilt of the player to move; `slot` is None for a special patch."""

    state: pw.State
    slot: int | None
    shape: tuple[Cell, ...]
    """The spaces that it covers, sorted, from row 0 and column 0 of its bounding box."""
    row: int
    col: int

    @classmethod
    def of(cls, state: pw.State, slot: int | None, middle: Cell) -> "Placing":
        """Return the patch of a slot as it is printed, as near to a space as the quilt allows."""
        shape = ((0, 0),) if slot is None else state.offered[slot].cells
        return cls(state, slot, shape, 0, 0).centred(*middle)

    @classmethod
    def by(cls, state: pw.State, action: pw.Action) -> "Placing":
        """Return the patch as an action of this state places it."""
        top, left = action.row or 0, action.col or 0
        shape = tuple((row - top, col - left) for row, col in action.cells)
        return cls(state, action.slot, shape, top, left)

    @property
    def letter(self) -> str:
        """The letter of the patch; `h` for a special patch."""
        return "h" if self.slot is None else self.state.offered[self.slot].letter

    @property
    def size(self) -> Cell:
        """Rows and columns of the bounding box."""
        return 1 + max(row for row, _ in self.shape), 1 + max(col for _, col in self.shape)

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The spaces of the quilt that it covers."""
        return tuple((self.row + row, self.col + col) for row, col in self.shape)

    @property
    def middle(self) -> Cell:
        """The space under the middle of its bounding box."""
        rows, cols = self.size
        return self.row + (rows - 1) // 2, self.col + (cols - 1) // 2

    def centred(self, row: int, col: int) -> "Placing":
        """Return it with its middle over a space, or as near as the quilt allows."""
        rows, cols = self.size
        return self.moved(row - (rows - 1) // 2 - self.row, col - (cols - 1) // 2 - self.col)

    def moved(self, down: int, right: int) -> "Placing":
        """Return it moved, but not off the quilt."""
        rows, cols = self.size
        row = max(0, min(self.row + down, SIDE - rows))
        return replace(self, row=row, col=max(0, min(self.col + right, SIDE - cols)))

    def turned(self) -> "Placing":
        """Return it turned a quarter clockwise about its middle."""
        rows, cols = self.size
        shape = tuple(sorted((col, rows - 1 - row) for row, col in self.shape))
        # Rounded towards 0, so that four turns come back to where they began.
        down, right = int((rows - cols) / 2), int((cols - rows) / 2)
        return replace(self, shape=shape).moved(down, right)

    def flipped(self) -> "Placing":
        """Return it turned over, left to right."""
        _, cols = self.size
        return replace(self, shape=tuple(sorted((row, cols - 1 - col) for row, col in self.shape)))

    @property
    def covered(self) -> frozenset[Cell]:
        """Those of its spaces that are covered already."""
        quilt = self.state.quilt(self.state.to_move or 0)
        return frozenset((r, c) for r, c in self.cells if quilt >> (SIDE * r + c) & 1)

    @property
    def action(self) -> pw.Action | None:
        """The action of sewing it on here, if that is legal."""
        place = f"{chr(65 + self.col)}{chr(65 + self.row)}"
        token = f"{self.letter}{place}{self.orientation}"
        return self.state.action(token) if self.state.is_legal(token) else None

    @property
    def orientation(self) -> str:
        """How it is turned, as actions name it."""
        if self.slot is None:
            return "A"
        turned = self.state.offered[self.slot].orientations
        return next(letter for letter, cells in turned.items() if cells == self.shape)

    @property
    def why_not(self) -> str | None:
        """Why it cannot be sewn on here, or None if it can."""
        player, words = self.state.to_move or 0, self.state.edition.words
        if self.slot is not None:
            if self.state.special_pending:
                return f"a {words['special_patch']} must be placed first"
            cost, has = self.state.offered[self.slot].button_cost, self.state.buttons[player]
            if cost > has:
                return f"{self.letter} costs {amount(cost, words)}, there are {has}"
        if self.covered:
            count = len(self.covered)
            spaces = "1 space is" if count == 1 else f"{count} spaces are"
            return f"{self.letter} does not fit here: {spaces} covered already"
        return None


def best_places(state: pw.State, slot: int | None, count: int) -> list[pw.Action]:
    """Return the snuggest places for a patch (a special one if None), the best first.

    A place is snug if the edge of the quilt or other patches lie along the patch, and if it leaves
    no free space alone.
    """
    quilt = state.quilt(state.to_move or 0)
    taken = {divmod(space, SIDE) for space in range(SIDE * SIDE) if quilt >> space & 1}
    actions = [a for a in state.legal_actions() if a.slot == slot and a.kind != "advance"]
    return sorted(actions, key=lambda action: (-snugness(taken, action.cells), action.id))[:count]


def snugness(taken: set[Cell], cells: tuple[Cell, ...]) -> int:
    """Return the sides of a patch that touch something, less six for each hole of one space."""
    covered = taken.union(cells)
    around = {beside for cell in cells for beside in neighbours(cell)}.difference(cells)
    sides = sum(
        beside not in cells and (beside in taken or outside(beside))
        for cell in cells
        for beside in neighbours(cell)
    )
    holes = sum(
        not outside(cell)
        and cell not in taken
        and all(beside in covered or outside(beside) for beside in neighbours(cell))
        for cell in around
    )
    return sides - 6 * holes


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the four places beside a space."""
    row, col = cell
    return (row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)


def outside(cell: Cell) -> bool:
    """Say whether a place is off the quilt."""
    return not (0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE)

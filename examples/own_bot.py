"""A bot of one's own against a built-in agent.

python examples/own_bot.py --opponent mcts:iterations=200 --games 20
"""

import argparse

import patchwork as pw


class Frugal:
    """Buys what earns and covers most for what it costs; places it where it touches most.

    Anything with `choose(state)` is an agent.
    """

    def __repr__(self) -> str:
        """Give the name that tables show."""
        return "frugal"

    def choose(self, state: pw.State) -> pw.Action:
        """Give the action that it likes best, for the player to move."""
        mover = state.to_move
        assert mover is not None
        payments = sum(space > state.positions[mover] for space in state.edition.income_spaces)
        patches = {patch.letter: patch for patch in state.offered}
        quilt = state.quilts[mover]

        def touching(action: pw.Action) -> int:
            neighbours = {
                (row + down, col + right)
                for row, col in action.cells
                for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            } - set(action.cells)
            edge = sum(not (0 <= row < 9 and 0 <= col < 9) for row, col in neighbours)
            return edge + sum(
                bool(quilt[space]) for space in neighbours if max(space) < 9 > -min(space)
            )

        def worth(action: pw.Action) -> float:
            if action.kind != "buy":
                return 0.1 * touching(action)
            patch = patches[str(action.letter)]
            gain = 2 * patch.size + payments * patch.income - patch.button_cost
            return gain / max(1, patch.time_cost) - 1 + 0.1 * touching(action)

        return max(state.legal_actions(), key=worth)


def main() -> None:
    """Play, and print who won how often."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--opponent", default="greedy")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    results = pw.simulate(options.games, (Frugal(), options.opponent), seed=1)
    print(results.summary())
    best = max(range(len(results)), key=lambda game: results.scores[game, 0])
    print(f"its best game, {results.scores[best].tolist()}:")
    print(results.game(best).dumps())


if __name__ == "__main__":
    main()

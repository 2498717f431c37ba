"""Study by simulation whether the player who begins wins less.

Each circle is played twice, once from either side, and such a pair counts as one observation, so
that a circle which is good for whoever begins cannot pass for evidence about the players.

python examples/first_player.py --games 200000 --players random,random
"""

import argparse

import patchwork as pw


def main() -> None:
    """Play in every edition that differs in its rules, and say what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="random,random")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for edition in ("original", "revised", "sve"):
        summary = pw.simulate(
            options.games,
            options.players.split(","),
            seed=options.seed,
            edition=edition,
            keep="summary",
        ).summary()
        rate = summary.seats[0].win_rate
        if rate.high < 0.5:
            verdict = "wins less"
        elif rate.low > 0.5:
            verdict = "wins more"
        else:
            verdict = "may win as often as not: play more games to tell"
        print(
            f"{edition:9} the first player wins {rate.mean:.2%} "
            f"({rate.low:.2%} to {rate.high:.2%}): {verdict}"
        )


if __name__ == "__main__":
    main()

"""Try an installed wheel: every layer once, in a second or two, with no extra installed."""

import pickle
import subprocess
import sys
from pathlib import Path

import patchwork as pw


def main() -> None:
    """Play, count, write, read and simulate a little."""
    state = pw.State("revised", seed=7)
    assert pw.State("revised", circle=state.circle) == state
    assert int(state.legal_action_mask().sum()) == state.count_legal_actions()
    game = pw.Game(state)
    while not game.state.is_over:
        game.play(pw.agent("random", seed=len(game.actions)).choose(game.state))
    assert pw.Game.loads(game.dumps()) == game
    assert pickle.loads(pickle.dumps(game)) == game
    one, two = (pw.simulate(1000, ("random", "random"), seed=1, threads=n) for n in (1, 2))
    assert one.scores.tolist() == two.scores.tolist()
    command = str(Path(sys.executable).with_name("patchwork-cli"))
    shown = subprocess.run([command, "--version"], check=True, capture_output=True, text=True)
    assert pw.__version__ in shown.stdout
    subprocess.run([command, "editions"], check=True, capture_output=True)
    print(f"patchwork-engine {pw.__version__} works on Python {sys.version.split()[0]}")


if __name__ == "__main__":
    main()

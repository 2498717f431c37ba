"""A first script: play one random game, look at it, write it down, read it again.

python examples/first_script.py
"""

import random
import tempfile
from pathlib import Path

import patchwork as pw

rng = random.Random(1)
game = pw.Game(pw.State("revised", seed=7))
while not game.state.is_over:
    game.play(rng.choice(game.state.legal_actions()))

for ply, (state, action) in enumerate(zip(game.states, game.actions, strict=False)):
    print(f"{ply:3}  player {state.to_move}  {action!s:5} buttons {state.buttons}")

print(f"scores {game.state.scores}, player {game.state.winner} wins")
for player in (0, 1):
    print(f"the quilt of player {player}, a letter a patch, h a special patch:")
    print("\n".join(game.layout(player)))

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "game.txt"
    path.write_text(game.dumps(), encoding="utf-8")
    assert pw.Game.loads(path.read_text(encoding="utf-8")) == game

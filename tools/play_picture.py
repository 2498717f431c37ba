"""Draws the picture of the full-screen game on the page on playing: docs/play.png.

    python tools/play_picture.py

Needs cairosvg (the extra `png`) and a font of one width.
"""

import asyncio
import re
from pathlib import Path

import cairosvg

import patchwork as pw
from patchwork.advice import Adviser
from patchwork.placing import best_places
from patchwork.session import Seat, Session, opponent_seat
from patchwork.tui.app import PatchworkApp
from patchwork.tui.playing import PlayScreen

SIZE = (116, 36)
PLIES = 22
FONT = "DejaVu Sans Mono"
PICTURE = Path(__file__).parent.parent / "docs" / "play.png"


def game() -> pw.Game:
    """Return a game under way, its first player to move, the patches put where they fit well."""
    played = pw.Game(pw.State("revised", seed=3))
    while len(played.actions) < PLIES or played.state.to_move != 0 or played.state.special_pending:
        slots = [None] if played.state.special_pending else range(3)
        places = [place for slot in slots for place in best_places(played.state, slot, 1)]
        played.play(places[0] if places else 0)
    return played


async def screenshot() -> str:
    """Return the screen as SVG, a patch held over the quilt."""
    session = Session(game(), [Seat("You"), opponent_seat("random", 1)])
    app = PatchworkApp(PlayScreen(session, Adviser("random"), 0))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("2", "r", "right", "right")
        await pilot.pause()
        return app.export_screenshot(title="patchwork-cli play")


svg = re.sub(r"@font-face \{.*?\}", "", asyncio.run(screenshot()), flags=re.DOTALL)
svg = svg.replace("Fira Code", FONT)
cairosvg.svg2png(bytestring=svg.encode(), write_to=str(PICTURE), output_width=1200)

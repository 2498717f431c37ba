r"""What an action did, in words: for the terminal game, its line mode and replays.

>>> import patchwork as pw
>>> game = pw.Game(pw.State("original", circle="BdUEJQCDFGHIKLMNOPRSTVWXYZabcefgA"))
>>> game.play("BAAA")
>>> print(*tell(*game.states, game.actions[0], ("Ann", "Ben")), sep="\n")
Ann sews B at AA for 1 button and 3 time.
"""

from collections.abc import Mapping, Sequence

import patchwork as pw


def does(name: str, verb: str) -> str:
    """Return name and verb: Ann sews, You sew."""
    if name != "You":
        return f"{name} {verb}"
    return f"{name} {'have' if verb == 'has' else verb.removesuffix('s')}"


def amount(number: int, words: Mapping[str, str], what: str = "button") -> str:
    """Return a number with its word: 1 button, 2 buttons."""
    plural = {"button": "buttons", "special_patch": "special_patches"}[what]
    return f"{number} {words[what if number == 1 else plural]}"


def place(action: pw.Action) -> str:
    """Return where a patch lies, as tokens name it: column, then row."""
    return f"{chr(65 + (action.col or 0))}{chr(65 + (action.row or 0))}"


def tell(before: pw.State, after: pw.State, action: pw.Action, names: Sequence[str]) -> list[str]:
    """Return what happened, one sentence each: the action, then what it brought."""
    player = before.to_move or 0
    name, words = names[player], before.edition.words
    told = [f"{deed(before, after, action, name)}."]
    if action.kind == "advance":
        earned = after.positions[player] - before.positions[player]
    else:
        earned = -before.offered[action.slot or 0].button_cost if action.kind == "buy" else 0
    income = after.buttons[player] - before.buttons[player] - earned
    if income:
        told.append(f"{does(name, 'takes')} an income of {amount(income, words)}.")
    if after.special_tile_owner is not None and before.special_tile_owner is None:
        side, points = before.edition.special_tile or (0, 0)
        told.append(
            f"{does(name, 'has')} covered the first square of {side} x {side}: "
            f"the {words['special_tile']}, {points} points."
        )
    passed = len(before.special_spaces) - len(after.special_spaces)
    owed = after.specials_owed
    if passed and owed:
        told.append(f"{does(name, 'comes')} by {amount(owed, words, 'special_patch')}.")
    elif passed:
        told.append(f"{does(name, 'has')} no room for the {words['special_patch']}.")
    reached = before.edition.track_length
    if after.positions[player] == reached > before.positions[player]:
        first = "first" if after.first_finisher == player else "too"
        told.append(f"{does(name, 'has')} reached the centre {first}.")
    return told


def deed(before: pw.State, after: pw.State, action: pw.Action, name: str) -> str:
    """Return the action itself as a sentence without its stop."""
    player, words = before.to_move or 0, before.edition.words
    if action.kind == "advance":
        steps = after.positions[player] - before.positions[player]
        spaces = "space" if steps == 1 else "spaces"
        return f"{does(name, 'advances')} {steps} {spaces} for {amount(steps, words)}"
    if action.kind == "special":
        return f"{does(name, 'places')} a {words['special_patch']} at {place(action)}"
    patch = before.offered[action.slot or 0]
    price = f"{amount(patch.button_cost, words)} and {patch.time_cost} time"
    return f"{does(name, 'sews')} {patch.letter} at {place(action)} for {price}"

"""The full-screen game and the full-screen replay, with Textual."""

from patchwork.tui.app import play_full_screen, replay_full_screen

__all__ = ["play_full_screen", "replay_full_screen"]

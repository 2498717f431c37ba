"""Agents think in a thread of their own, one thought after another; the screen goes on."""

import threading
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

from textual.message import Message
from textual.message_pump import MessagePump


class Thought(Message):
    """What an agent came to: `answer`, or the `error` that it raised."""

    def __init__(self, purpose: str, turn: int, answer: Any, error: Exception | None) -> None:
        """Answer for a purpose, on a turn."""
        super().__init__()
        self.purpose = purpose
        self.turn = turn
        self.answer = answer
        self.error = error


class Thinker:
    """One thread that thinks for a screen.

    It is a daemon: who leaves the game does not wait for the thought to end.
    """

    def __init__(self, listener: MessagePump) -> None:
        """Post every `Thought` to the listener."""
        self.listener = listener
        self.turn = 0
        self.busy = False
        self._questions: SimpleQueue[tuple[str, int, Callable[[], Any]]] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def ask(self, purpose: str, question: Callable[[], Any]) -> None:
        """Have a question answered when those before it are."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="thinker", daemon=True)
            self._thread.start()
        self._questions.put((purpose, self.turn, question))

    def forget(self) -> None:
        """Let what is being thought come to nothing: the position is another."""
        self.turn += 1

    def _run(self) -> None:
        while True:
            purpose, turn, question = self._questions.get()
            if turn != self.turn:
                continue
            self.busy = True
            try:
                thought = Thought(purpose, turn, question(), None)
            except Exception as error:  # noqa: BLE001  (an agent may raise what it likes)
                thought = Thought(purpose, turn, None, error)
            self.busy = False
            self.listener.post_message(thought)

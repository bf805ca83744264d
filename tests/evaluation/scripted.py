"""A language model that says what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

from core.errors import GenerationError
from generation.chat import Reply


class ScriptedModel:
    """Replies in order: a text, a Reply, or an exception to raise. The last one repeats."""

    name = "scripted"
    small = False

    def __init__(self, *replies, context_window=100_000):
        self.replies = list(replies)
        self.context_window = context_window
        self.asked = []

    def count_tokens(self, text):
        return len(text.split())

    def complete(self, messages, *, max_tokens=512, temperature=0.0, schema=None, on_wait=None):
        self.asked.append((list(messages), schema))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, GenerationError):
            raise reply
        return reply if isinstance(reply, Reply) else Reply(reply, "stop", 10, 5, 0.0, 0.001)

    def stream(self, messages, **settings):
        reply = self.complete(messages, **settings)
        yield reply.text
        yield reply

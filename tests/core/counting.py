"""An event that counts how often it is looked at, and may set itself in the middle of work."""

from threading import Event


class CountingEvent(Event):
    """Sets itself after so many looks; never, if `after` is None."""

    def __init__(self, after=None):
        super().__init__()
        self.after = after
        self.looks = 0

    def is_set(self):
        self.looks += 1
        if self.after is not None and self.looks > self.after:
            self.set()
        return super().is_set()

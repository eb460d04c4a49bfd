"""How long tests wait: as long as a slow and busy machine needs, and never without end."""

LONG = 60_000
"""Milliseconds for whatever is to happen; torch alone takes seconds to load."""

LONG_SECONDS = 240
"""For a program of its own, from its start to its end."""

AT_ONCE = 20.0
"""Seconds in which what is stopped has to have ended. It would go on for half a minute at least;
on a quiet machine it ends in hundredths of a second, which tests/bench measures."""

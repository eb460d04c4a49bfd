"""The pages by name, in their order; without Qt, so that the command line knows them as well."""

from __future__ import annotations

PAGES = ("Generate", "Read back", "Train", "Evaluate", "Data", "Models", "Compare")
"""As they are shown."""

PAGE_KEYS = tuple(name.lower().replace(" ", "_") for name in PAGES)
"""As they are typed."""

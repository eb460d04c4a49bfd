"""open, screenshot: what the window does."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from core import model_card, session
from core.command_line.parts import MODEL, Commands

OPENED = (session.SUFFIX, model_card.SUFFIX)
"""What names of files end in that the window shows."""


def with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments, with `open` before a file that stands in a command's place."""
    first = next((at for at, word in enumerate(arguments) if not word.startswith("-")), None)
    if first is None or Path(arguments[first]).suffix.lower() not in OPENED:
        return list(arguments)
    return [*arguments[:first], "open", *arguments[first:]]


def open_file(commands: Commands) -> None:
    """Show a file."""
    opened = commands.add_parser("open", help="show a session or a model in the window")
    opened.add_argument(
        "file", metavar="FILE", type=Path, help=f"a file that ends in {' or '.join(OPENED)}"
    )


def screenshot(commands: Commands, pages: Sequence[str]) -> None:
    """Draw the window."""
    screenshot = commands.add_parser("screenshot", help="draw the window into a picture")
    screenshot.add_argument("out", metavar="OUT.png", type=Path, help="the picture file")
    screenshot.add_argument(
        "--page",
        choices=pages,
        default="generate",
        metavar="PAGE",
        help=f"one of {', '.join(pages)}",
    )
    screenshot.add_argument(
        "--theme",
        choices=("light", "dark"),
        default="light",
        metavar="THEME",
        help="light or dark (default: light)",
    )
    screenshot.add_argument(
        "--model", metavar=MODEL, help="model to use (default: the shipped one)"
    )

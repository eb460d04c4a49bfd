"""corpora: list, fetch, make, describe."""

from __future__ import annotations

import argparse
from pathlib import Path

from core.command_line.parts import Commands, Parser, reading


def corpora(commands: Commands) -> None:
    """What is done with corpora."""
    corpora = commands.add_parser("corpora", help="list, fetch, make and describe corpora")
    corpora.set_defaults(work="core.commands.corpora")
    actions = corpora.add_subparsers(dest="action", metavar="ACTION")
    download = actions.add_parser("download", help="fetch a known corpus")
    download.add_argument("name", metavar="NAME", help="name of a corpus (see `corpora`)")
    download.add_argument(
        "--folder", type=Path, metavar="DIR", help="use this folder instead of the default"
    )
    build = actions.add_parser("build-e2e-plus", help="make E2E+ from E2E")
    _into(build)
    build.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed: decides which value goes where"
    )
    build.add_argument("--names", type=Path, metavar="FILE", help="new names, one per line")
    build.add_argument("--foods", type=Path, metavar="FILE", help="new foods, one per line")
    plus = actions.add_parser("build-plus", help="make a version whose values have to be copied")
    _corpus(plus)
    _into(plus)
    plus.add_argument(
        "--replace",
        required=True,
        action="append",
        type=_replacement,
        metavar="SLOT=FILE",
        help="new values for a slot, one per line; repeatable; slots with the same file share it",
    )
    plus.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed: decides which value goes where"
    )
    reading(plus)
    clean = actions.add_parser("clean", help="cut each table to the slots that its text says")
    _corpus(clean)
    _into(clean)
    clean.add_argument(
        "--first-sentences",
        type=int,
        default=0,
        metavar="N",
        help="add first sentences with up to N slots as extra rows",
    )
    reading(clean)
    describe = actions.add_parser("describe", help="print what a corpus is like")
    _corpus(describe)
    describe.add_argument("--json", action="store_true", help="print all of it as JSON")
    reading(describe)


def _corpus(command: Parser) -> None:
    command.add_argument("name", metavar="NAME|PATH", help="a known corpus, or a file")


def _into(command: Parser) -> None:
    command.add_argument(
        "--out", required=True, type=Path, metavar="DIR", help="folder for the new files"
    )


def _replacement(text: str) -> tuple[str, Path]:
    """A slot and the file of its new values."""
    slot, _, file = text.partition("=")
    if not slot or not file:
        msg = f"it is SLOT=FILE, such as food=foods.txt, not {text!r}"
        raise argparse.ArgumentTypeError(msg)
    return slot, Path(file)

"""generate, read-back: texts and tables."""

from __future__ import annotations

from pathlib import Path

from core.command_line import decoding
from core.command_line.parts import MODEL, Commands


def generate(commands: Commands) -> None:
    """Write a text."""
    generate = commands.add_parser("generate", help="write the sentence for a table")
    generate.set_defaults(work="core.commands.writing")
    generate.add_argument(
        "mr", metavar="MR", help="the table, such as 'name[The Phoenix], food[French]'"
    )
    generate.add_argument("--model", metavar=MODEL, help="model to use (default: the shipped one)")
    generate.add_argument("--json", action="store_true", help="print the whole trace")
    generate.add_argument(
        "--trace", type=Path, metavar="FILE", help="save the trace (.json or .csv)"
    )
    generate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    how = generate.add_mutually_exclusive_group()
    how.add_argument("--sample", action="store_true", help="draw each character at random")
    decoding.beam(how)
    decoding.searching(generate)
    generate.add_argument("--seed", type=int, metavar="N", help="seed of sampling (default: 0)")
    decoding.reranking(generate)


def read_back(commands: Commands) -> None:
    """Read a table back."""
    read_back = commands.add_parser("read-back", help="read the table back from a sentence")
    read_back.set_defaults(work="core.commands.read_back")
    read_back.add_argument(
        "text",
        nargs="?",
        default="-",
        metavar="SENTENCE",
        help="the sentence; - or none reads standard input",
    )
    read_back.add_argument("--model", metavar=MODEL, help="model to use (default: the shipped one)")
    read_back.add_argument("--json", action="store_true", help="print every character's figures")
    read_back.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")

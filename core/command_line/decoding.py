"""Arguments that say how texts are to be written, for the commands that write them."""

from __future__ import annotations

import argparse


def beam(command: argparse._ActionsContainer, *, required: bool = False) -> None:
    """Beam search."""
    text = "beam search: write N texts side by side, and take the best"
    command.add_argument("--beam", type=int, metavar="N", required=required, help=text)


def searching(command: argparse.ArgumentParser) -> None:
    """How the texts of a beam are compared, and how samples are drawn."""
    command.add_argument(
        "--length-penalty", type=float, metavar="X", help="for --beam; 0 is none (default: 1)"
    )
    command.add_argument(
        "--temperature",
        type=float,
        metavar="X",
        help="for sampling; higher takes more risks (default: 0.7)",
    )
    command.add_argument(
        "--top-p",
        type=float,
        metavar="X",
        help="sample among the likeliest, up to this probability",
    )


def reranking(command: argparse.ArgumentParser) -> None:
    """Reranking what beam search finds."""
    reranking = command.add_argument_group("reranking")
    reranking.add_argument(
        "--rerank", action="store_true", help="choose the beam text that reads back best"
    )
    reranking.add_argument(
        "--lambda", type=float, metavar="X", help="weight of reading back (default: 0.3)"
    )
    reranking.add_argument(
        "--slot-weight",
        type=float,
        metavar="X",
        help="penalty per slot error, in nats (default: 3)",
    )
    samples(reranking)


def samples(command: argparse._ActionsContainer) -> None:
    """Texts beside those of beam search."""
    command.add_argument("--samples", type=int, metavar="N", help="also rerank N sampled texts")


def numbers(text: str) -> list[float]:
    """Numbers with commas between them."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        msg = f"{text!r} is not a list of numbers such as 0,0.5,1"
        raise argparse.ArgumentTypeError(msg) from None

"""Arguments that say how texts are to be written, for the commands that write them."""

from __future__ import annotations

import argparse


def beam(command: argparse._ActionsContainer, *, required: bool = False) -> None:
    """Beam search."""
    text = "write N texts side by side, and take the best"
    command.add_argument("--beam", type=int, metavar="N", required=required, help=text)


def searching(command: argparse.ArgumentParser) -> None:
    """How the texts of a beam are compared, and how samples are drawn."""
    command.add_argument(
        "--length-penalty", type=float, metavar="X", help="of --beam: 0 for none, 1 without it"
    )
    command.add_argument(
        "--temperature",
        type=float,
        metavar="X",
        help="of sampling: higher takes more risks; 0.7 without it",
    )
    command.add_argument("--top-p", type=float, metavar="X", help="of sampling")


def reranking(command: argparse.ArgumentParser) -> None:
    """Reranking what beam search finds."""
    reranking = command.add_argument_group("reranking")
    reranking.add_argument(
        "--rerank", action="store_true", help="of the texts of --beam, take the one read back best"
    )
    reranking.add_argument(
        "--lambda", type=float, metavar="X", help="what reading back counts; 0.3 without it"
    )
    reranking.add_argument(
        "--slot-weight",
        type=float,
        metavar="X",
        help="nats for each slot missing or invented; 3 without it",
    )
    samples(reranking)


def samples(command: argparse._ActionsContainer) -> None:
    """Texts beside those of beam search."""
    command.add_argument("--samples", type=int, metavar="N", help="sampled texts that join them")


def numbers(text: str) -> list[float]:
    """Numbers with commas between them."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        msg = f"{text!r} is not a list of numbers such as 0,0.5,1"
        raise argparse.ArgumentTypeError(msg) from None

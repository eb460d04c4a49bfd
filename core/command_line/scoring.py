"""evaluate, tune-rerank: figures of texts."""

from __future__ import annotations

from pathlib import Path

from core.command_line import decoding
from core.command_line.parts import MODEL, Commands, reading

_CORPUS = "to be scored on: a known corpus, or a file"


def evaluate(commands: Commands) -> None:
    """Score a system."""
    evaluate = commands.add_parser("evaluate", help="score a model, or any system's outputs")
    evaluate.set_defaults(work="core.commands.evaluating")
    system = evaluate.add_mutually_exclusive_group(required=True)
    system.add_argument("--model", metavar=MODEL, help="that writes the texts")
    system.add_argument("--outputs", type=Path, metavar="FILE", help="texts, one a line")
    evaluate.add_argument("--corpus", required=True, metavar="NAME|PATH", help=_CORPUS)
    evaluate.add_argument(
        "--split", choices=("train", "dev", "test"), help="of a known corpus; test without it"
    )
    decoding.beam(evaluate)
    decoding.searching(evaluate)
    decoding.reranking(evaluate)
    evaluate.add_argument(
        "--sampling-seed", type=int, metavar="N", help="of the texts of --samples; 0 without it"
    )
    evaluate.add_argument(
        "--protocol", choices=("full", "paper"), default="full", help="paper: text in ASCII"
    )
    evaluate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    evaluate.add_argument("--json", action="store_true", help="print the figures as JSON")
    evaluate.add_argument("--save-outputs", type=Path, metavar="FILE", help="texts, one a line")
    evaluate.add_argument("--table", type=Path, metavar="FILE", help="figures: .csv, .md or .tex")
    evaluate.add_argument("--texts", type=Path, metavar="FILE.csv", help="figures of every text")
    evaluate.add_argument("--sample", type=Path, metavar="FILE.csv", help="for reading by hand")
    evaluate.add_argument("--sample-size", type=int, metavar="N", help="its texts; 100 without it")
    evaluate.add_argument(
        "--seed", type=int, metavar="N", help="which texts --sample has; 1 without it"
    )
    reading(evaluate)


def tune_rerank(commands: Commands) -> None:
    """Choose the weights of reranking."""
    tune = commands.add_parser(
        "tune-rerank", help="figures of reranking with many weights, to choose them by"
    )
    tune.set_defaults(work="core.commands.tuning", rerank=True)
    tune.add_argument("--model", required=True, metavar=MODEL, help="that writes the texts")
    tune.add_argument("--corpus", required=True, metavar="NAME|PATH", help=_CORPUS)
    tune.add_argument("--split", choices=("train", "dev"), help="of a known corpus; dev without it")
    decoding.beam(tune, required=True)
    decoding.samples(tune)
    decoding.searching(tune)
    tune.add_argument("--seed", type=int, metavar="N", help="of sampling; 0 without it")
    tune.add_argument(
        "--lambdas",
        type=decoding.numbers,
        metavar="X,X",
        help="weights of reading back to try",
    )
    tune.add_argument(
        "--slot-weights",
        type=decoding.numbers,
        metavar="X,X",
        help="nats for a slot in error to try",
    )
    tune.add_argument(
        "--protocol", choices=("full", "paper"), default="full", help="paper: text in ASCII"
    )
    tune.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    tune.add_argument("--json", action="store_true", help="print the figures as JSON")
    reading(tune)

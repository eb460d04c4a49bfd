"""evaluate, tune-rerank: figures of texts."""

from __future__ import annotations

from pathlib import Path

from core.command_line import decoding
from core.command_line.parts import MODEL, Commands, reading

_CORPUS = "name (see `corpora`) or file"


def evaluate(commands: Commands) -> None:
    """Score a system."""
    evaluate = commands.add_parser("evaluate", help="score a model, or any system's outputs")
    evaluate.set_defaults(work="core.commands.evaluating")
    system = evaluate.add_mutually_exclusive_group(required=True)
    system.add_argument("--model", metavar=MODEL, help="model to evaluate")
    system.add_argument("--outputs", type=Path, metavar="FILE", help="texts, one per line")
    evaluate.add_argument("--corpus", required=True, metavar="NAME|PATH", help=_CORPUS)
    evaluate.add_argument(
        "--split", choices=("train", "dev", "test"), help="split of a known corpus (default: test)"
    )
    decoding.beam(evaluate)
    decoding.searching(evaluate)
    decoding.reranking(evaluate)
    evaluate.add_argument(
        "--sampling-seed", type=int, metavar="N", help="seed of --samples (default: 0)"
    )
    evaluate.add_argument(
        "--protocol",
        choices=("full", "paper"),
        default="full",
        help="full text, or as in the paper: ASCII",
    )
    evaluate.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    evaluate.add_argument("--json", action="store_true", help="print the figures as JSON")
    evaluate.add_argument(
        "--save-outputs", type=Path, metavar="FILE", help="save the texts, one per line"
    )
    evaluate.add_argument(
        "--table", type=Path, metavar="FILE", help="save the figures: .csv, .md or .tex"
    )
    evaluate.add_argument(
        "--texts", type=Path, metavar="FILE.csv", help="save the figures of every text"
    )
    evaluate.add_argument(
        "--sample", type=Path, metavar="FILE.csv", help="save a sample to check by hand"
    )
    evaluate.add_argument(
        "--sample-size", type=int, metavar="N", help="texts in --sample (default: 100)"
    )
    evaluate.add_argument("--seed", type=int, metavar="N", help="seed of --sample (default: 1)")
    reading(evaluate)


def tune_rerank(commands: Commands) -> None:
    """Choose the weights of reranking."""
    tune = commands.add_parser("tune-rerank", help="score many reranking weights")
    tune.set_defaults(work="core.commands.tuning", rerank=True)
    tune.add_argument("--model", required=True, metavar=MODEL, help="model to evaluate")
    tune.add_argument("--corpus", required=True, metavar="NAME|PATH", help=_CORPUS)
    tune.add_argument(
        "--split", choices=("train", "dev"), help="split of a known corpus (default: dev)"
    )
    decoding.beam(tune, required=True)
    decoding.samples(tune)
    decoding.searching(tune)
    tune.add_argument("--seed", type=int, metavar="N", help="seed of sampling (default: 0)")
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
        help="penalties per slot error to try, in nats",
    )
    tune.add_argument(
        "--protocol",
        choices=("full", "paper"),
        default="full",
        help="full text, or as in the paper: ASCII",
    )
    tune.add_argument("--device", default="auto", help="auto, cpu, cuda or mps")
    tune.add_argument("--json", action="store_true", help="print the figures as JSON")
    reading(tune)

"""Where a run comes from: the corpus as it was read, and the program and machine of a sitting."""

from __future__ import annotations

import hashlib
import platform
from datetime import UTC, datetime
from functools import cache
from importlib import metadata
from pathlib import Path

import numpy as np
import torch

from core.corpus.example import Corpus
from core.runs.provenance import RunProvenance, Sitting

_CORE = Path(__file__).resolve().parent.parent


def of_corpus(corpus: Corpus, seed: int, fine_tuned_from: str) -> RunProvenance:
    """The provenance of a run that begins."""
    return RunProvenance(
        corpus=corpus.name,
        licence=corpus.licence,
        attribution=corpus.attribution,
        corpus_digest=digest(corpus),
        train_rows=len(corpus.train),
        dev_rows=len(corpus.dev),
        seed=seed,
        fine_tuned_from=fine_tuned_from,
    )


def digest(corpus: Corpus) -> str:
    """Tells one corpus from another, so that a run goes on with its own."""
    found = hashlib.sha256()
    for example in (*corpus.train, *corpus.dev):
        found.update(f"{example.mr}\n{example.reference}\n".encode())
    return found.hexdigest()


def sitting(device: str, first_step: int) -> Sitting:
    """One that begins now, with this program on this machine."""
    return Sitting(
        started=now(),
        first_step=first_step,
        device=device,
        threads=torch.get_num_threads(),
        program=_version("charcopy"),
        source=_source(),
        torch=torch.__version__,
        numba=_version("numba"),
        numpy=np.__version__,
        python=platform.python_version(),
        system=platform.platform(),
    )


def now() -> str:
    """Date and time, ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


@cache
def _source() -> str:
    """The first digits of a checksum of core's own code."""
    found = hashlib.sha256()
    for path in sorted(_CORE.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]

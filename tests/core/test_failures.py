import errno

import pytest

from core.batching import BatchError
from core.config import ConfigError
from core.failures import failure_of
from core.records import FailureKind
from core.training.step import NotANumberError


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (MemoryError(), FailureKind.OUT_OF_MEMORY, "not enough memory"),
        (RuntimeError("CUDA out of memory. Tried"), FailureKind.OUT_OF_MEMORY, "not enough"),
        (OSError(errno.ENOSPC, "x", "a/b"), FailureKind.DISK, "The disk is full: a/b."),
        (OSError(errno.EROFS, "Read-only file system", "a"), FailureKind.DISK, "Read-only"),
        (ConfigError("epochs must be 1."), FailureKind.INPUT, "epochs must be 1."),
        (NotANumberError(7), FailureKind.NOT_A_NUMBER, "step 7"),
        (BatchError("There are 2 rows of ids for 3 sources."), FailureKind.BUG, "inside"),
        (ValueError("odd"), FailureKind.BUG, "inside the program (odd)"),
        (RuntimeError(), FailureKind.BUG, "no reason given"),
    ],
)
def test_a_plain_sentence(error, kind, words):
    failure = failure_of(error)
    assert failure.kind is kind
    assert words in failure.sentence
    assert type(error).__name__ in failure.detail

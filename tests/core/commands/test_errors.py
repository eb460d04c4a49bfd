import pytest
import torch

from core.checkpoint import CheckpointError
from core.commands import errors
from core.config import ConfigError
from core.corpus.formats import CorpusError
from core.meaning_representation import ParseError
from core.model_card import ModelCardError
from core.runs import RunError
from core.training.step import NotANumberError

INPUT = [CheckpointError, ConfigError, CorpusError, ModelCardError, RunError, errors.UsageError]


@pytest.mark.parametrize("error", [*(kind("x") for kind in INPUT), ParseError("x", 1)])
def test_cores_own_words_are_of_bad_input(error):
    assert errors.is_bad_input(error)
    assert not errors.is_nobodys_fault(error)


@pytest.mark.parametrize(
    "error",
    [
        NotANumberError(3),
        FileNotFoundError(),
        MemoryError(),
        torch.OutOfMemoryError(),
        RuntimeError("DefaultCPUAllocator: can't allocate memory"),
    ],
)
def test_what_can_go_wrong_anywhere_is_nobodys_fault(error):
    assert errors.is_nobodys_fault(error)
    assert not errors.is_bad_input(error)


@pytest.mark.parametrize("error", [ValueError("x"), RuntimeError("x"), KeyError("x")])
def test_the_rest_is_a_fault_of_the_program(error):
    assert not errors.is_bad_input(error)
    assert not errors.is_nobodys_fault(error)

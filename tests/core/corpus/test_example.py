import dataclasses
import pickle

import pytest

from core.corpus.example import Corpus, Example, group_by_mr


def test_group_by_mr_keeps_the_order_of_appearance():
    examples = [Example("b[1]", "two"), Example("a[1]", "x"), Example("b[1]", "one")]
    groups = group_by_mr(examples)
    assert list(groups.items()) == [("b[1]", ("two", "one")), ("a[1]", ("x",))]


def test_group_by_mr_keeps_duplicates():
    assert group_by_mr([Example("a[1]", "x")] * 2) == {"a[1]": ("x", "x")}


def test_examples_and_corpora_are_frozen_and_picklable():
    example = Example("a[1]", "x")
    corpus = Corpus("c", (example,), ())
    assert pickle.loads(pickle.dumps(corpus)) == corpus  # noqa: S301
    with pytest.raises(dataclasses.FrozenInstanceError):
        corpus.name = "d"

import dataclasses
from collections import Counter

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.alphabet import EOS, PAD, SOS, UNKNOWN, Alphabet
from core.batching import Batch, BatchError, Sources, batches

ALPHABET = Alphabet(tuple("abc0"))
A, B, C, ZERO = 4, 5, 6, 7


def test_sources_are_padded_and_masked():
    sources = Sources.of(["ab", "", "東a京東"], ALPHABET)
    assert sources.ids.tolist() == [
        [SOS, A, B, EOS, PAD, PAD],
        [SOS, EOS, PAD, PAD, PAD, PAD],
        [SOS, 8, A, 9, 8, EOS],
    ]
    assert sources.lengths.tolist() == [4, 2, 6]
    assert sources.mask.int().tolist() == [[1] * 4 + [0] * 2, [1] * 2 + [0] * 4, [1] * 6]
    assert sources.width == 8 + 2


def test_the_digit_zero_is_no_padding():
    sources = Sources.of(["0", "0000"], ALPHABET)
    assert sources.ids[0].tolist() == [SOS, ZERO, EOS, PAD, PAD, PAD]
    assert sources.mask.sum(1).tolist() == [3, 6]


@pytest.mark.parametrize("make", [Sources.of, Batch.of])
def test_nothing_at_all_is_refused(make):
    with pytest.raises(BatchError, match=r"^A batch needs at least one source\.$"):
        make([], ALPHABET)


def moved(values, place, value):
    values = values.clone()
    values[place] = value
    return values


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        # A string without a single position: attention over nothing would be over padding.
        (
            lambda s: {"lengths": moved(s.lengths, 1, 0)},
            r"^Source 1 \('a'\) has the length 0; it must be at least 2 and at most 4\.$",
        ),
        (lambda s: {"lengths": moved(s.lengths, 0, 1)}, r"^Source 0 \('ab'\) has the length 1;"),
        (lambda s: {"lengths": moved(s.lengths, 0, 5)}, r"^Source 0 .* at most 4\.$"),
        (lambda s: {"lengths": moved(s.lengths, 1, 4)}, r"^The mask of the sources is not that"),
        (lambda s: {"mask": ~s.mask}, r"^The mask of the sources is not that of their lengths\.$"),
        (lambda s: {"mask": s.mask[:, :3]}, r"^The mask of the sources is not that"),
        (lambda s: {"texts": ("ab",)}, r"^There are 2 rows of ids for 1 sources and 2 lengths\.$"),
        (lambda s: {"alphabets": s.alphabets * 2}, r"^There are 2 rows of ids"),
        (lambda s: {"lengths": s.lengths[:1]}, r"^There are 2 rows of ids for 2 sources and 1"),
        (
            lambda s: {"ids": moved(s.ids, (0, 1), 8)},
            r"^The sources hold ids from 0 to 8, and there are 8\.$",
        ),
        (lambda s: {"ids": moved(s.ids, (0, 1), -1)}, r"^The sources hold ids from -1 to 5,"),
    ],
)
def test_sources_that_do_not_fit_together_are_refused(change, sentence):
    sources = Sources.of(["ab", "a"], ALPHABET)
    with pytest.raises(BatchError, match=sentence):
        dataclasses.replace(sources, **change(sources))


def test_a_batch_by_hand():
    batch = Batch.of([("ab", "b"), ("東", "東a京"), ("ab", "")], ALPHABET)
    assert batch.sources.texts == ("ab", "東")  # each distinct one once
    assert batch.groups.tolist() == [0, 1, 0]
    assert batch.texts == ("b", "東a京", "")
    assert batch.inputs.tolist() == [
        [SOS, B, EOS, PAD],
        [SOS, 8, A, UNKNOWN],
        [SOS, EOS, PAD, PAD],
    ]
    assert batch.targets.tolist() == [
        [B, EOS, PAD, PAD],
        [8, A, UNKNOWN, EOS],
        [EOS, PAD, PAD, PAD],
    ]
    # Real characters and the end count; 京, which cannot be written, does not.
    assert batch.mask.int().tolist() == [[1, 1, 0, 0], [1, 1, 0, 1], [1, 0, 0, 0]]


def test_an_extended_id_is_its_own_sources():
    """Two sources' extra characters share the id V, and mean different characters."""
    batch = Batch.of([("東", "東"), ("京", "京"), ("京", "東")], ALPHABET)
    assert batch.targets[:, 0].tolist() == [8, 8, UNKNOWN]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda b: {"groups": moved(b.groups, 1, 2)}, r"^Target 1 \('c'\) wants source 2 of 2\.$"),
        (lambda b: {"groups": moved(b.groups, 0, -1)}, r"^Target 0 \('b'\) wants source -1 of 2"),
        (
            lambda b: {"groups": b.groups[:1]},
            r"^2 targets, sources for 1, inputs \(2, 2\), targets \(2, 2\) and a mask",
        ),
        (lambda b: {"texts": ("b",)}, r"^1 targets, sources for 2,"),
        (lambda b: {"inputs": b.inputs[:, :1]}, r"inputs \(2, 1\), targets \(2, 2\) and a mask"),
        (lambda b: {"targets": b.targets[:1]}, r"targets \(1, 2\) and a mask \(2, 2\) make no"),
        (lambda b: {"mask": b.mask[:, :0]}, r"a mask \(2, 0\) make no batch\.$"),
        (
            lambda b: {"mask": moved(b.mask, 0, False)},
            r"^Target 0 \('b'\) has no character that counts\.$",
        ),
    ],
)
def test_targets_that_do_not_fit_together_are_refused(change, sentence):
    batch = Batch.of([("ab", "b"), ("a", "c")], ALPHABET)
    with pytest.raises(BatchError, match=sentence):
        dataclasses.replace(batch, **change(batch))


# The second phase


@pytest.mark.parametrize("shape", [(1, 2), (2, 1), (2, 3), (2, 2, 1)])
def test_a_prediction_for_another_batch_is_refused(shape):
    batch = Batch.of([("ab", "b"), ("a", "c")], ALPHABET)
    with pytest.raises(BatchError, match=r"^The prediction for targets \(2, 2\) has the shape "):
        batch.reconstruction(torch.full(shape, A))


def test_texts_for_another_batch_are_refused():
    batch = Batch.of([("ab", "b"), ("a", "c")], ALPHABET)
    with pytest.raises(BatchError, match=r"^There are 1 texts to read for 2 targets\.$"):
        batch.read_from(["b"])


def test_reconstruction_cuts_after_the_end_and_reads_back():
    batch = Batch.of([("ab", "abc"), ("東", "aaa"), ("ab", "cc")], ALPHABET)
    predicted = torch.tensor(
        [
            [C, EOS, A, A],
            [8, A, B, C],  # wrote no end: all of it, and one is appended
            [EOS, A, A, A],
        ]
    )
    back = batch.reconstruction(predicted)
    assert back.sources.texts == ("c", "東abc", "")
    assert back.sources.ids.tolist() == [
        [SOS, C, EOS, PAD, PAD, PAD],
        [SOS, 8, A, B, C, EOS],
        [SOS, EOS, PAD, PAD, PAD, PAD],
    ]
    assert back.texts == ("ab", "東", "ab")
    assert back.targets.tolist() == [[A, B, EOS], [8, EOS, PAD], [A, B, EOS]]


def test_reconstruction_extends_the_alphabet_anew():
    """It wrote only the second of its source's extra characters: that is V now."""
    batch = Batch.of([("東京", "aa")], ALPHABET)
    back = batch.reconstruction(torch.tensor([[9, A, EOS]]))
    assert back.sources.texts == ("京a",)
    assert back.sources.alphabets[0].extra == ("京",)
    assert back.targets.tolist() == [[UNKNOWN, 8, EOS]]
    assert back.mask.tolist() == [[False, True, True]]


def test_specials_write_nothing():
    batch = Batch.of([("a", "abcabc")], ALPHABET)
    back = batch.reconstruction(torch.tensor([[PAD, SOS, UNKNOWN, A, EOS, B, B]]))
    assert back.sources.texts == ("a",)


def test_reconstruction_reads_nothing_from_padding():
    """A row's steps end with its own target: what stands beyond is its batch-mates' doing."""
    batch = Batch.of([("a", "b"), ("b", "abcabc")], ALPHABET)
    predicted = torch.tensor([[A, B, C, C, C, C, C], [A, A, A, A, A, A, A]])
    assert batch.reconstruction(predicted).sources.texts == ("ab", "aaaaaaa")


def test_equal_reconstructions_are_encoded_once():
    batch = Batch.of([("a", "b"), ("b", "c")], ALPHABET)
    back = batch.reconstruction(torch.tensor([[C, EOS], [C, EOS]]))
    assert back.sources.texts == ("c",)
    assert back.groups.tolist() == [0, 0]


def test_reversed_reads_the_human_texts():
    back = Batch.of([("ab", "東"), ("ab", "c")], ALPHABET).reversed()
    assert back.sources.texts == ("東", "c")
    assert back.texts == ("ab", "ab")


# A corpus in batches

corpora = st.dictionaries(
    st.text("abc", max_size=6), st.lists(st.text("xy", max_size=30), min_size=1, max_size=9),
    min_size=1, max_size=12,
)  # fmt: skip
sizes = st.integers(1, 8)


@settings(max_examples=60, deadline=None)
@given(corpora, sizes, sizes, st.integers(0, 9), st.integers(0, 9))
def test_every_pair_exactly_once_within_the_limits(corpus, size, most, seed, epoch):
    cut = list(batches(corpus, size, most, seed, epoch))
    pairs = Counter((mr, text) for mr, texts in corpus.items() for text in texts)
    assert Counter(pair for batch in cut for pair in batch) == pairs
    assert all(1 <= len(batch) <= size for batch in cut)
    assert cut == list(batches(corpus, size, most, seed, epoch))


CORPUS = {f"mr{i}": [f"{'x' * (7 * i % 40)}{j}" for j in range(7)] for i in range(20)}


def test_references_of_one_mr_come_in_chunks():
    # 7 = 3 + 3 + 1: two chunks of every MR fill a batch of 3 by themselves.
    cut = list(batches(CORPUS, 3, 3, seed=0, epoch=0))
    assert sum(len(batch) == 3 and len({mr for mr, _ in batch}) == 1 for batch in cut) == 40
    # A batch of 8 holds two chunks of 4, or a chunk of 3 and one of 4: two sources, rarely three.
    distinct = [len({mr for mr, _ in batch}) for batch in batches(CORPUS, 8, 4, 0, 0)]
    assert max(distinct) <= 3


def test_epochs_and_seeds_differ():
    def cut(seed, epoch):
        return list(batches(CORPUS, 8, 4, seed, epoch))

    assert cut(1, 0) != cut(1, 1)
    assert cut(1, 0) != cut(2, 0)
    assert cut(1, 1) == cut(1, 1)


def test_texts_of_similar_length_share_a_batch():
    padding = total = 0
    for batch in batches(CORPUS, 8, 4, 0, 0):
        lengths = [len(text) for _, text in batch]
        padding += sum(max(lengths) - n for n in lengths)
        total += sum(lengths)
    assert padding < 0.15 * total

import threading

import pytest

from core.cancellation import Cancelled
from core.corpus.example import Example
from core.corpus.formats import CorpusError, read
from core.metrics.cleaning import Account, build_files, clean, first_sentence, in_words

WHOLE = Example("name[Ñandú], eatType[pub],area[riverside]", "Ñandú is a pub by the river.")
CUT = Example("name[Ñandú], eatType[pub], area[riverside]", "The Ñandú is a pub.")
UNCHECKED = Example("name[Ñandú], dogs[none]", "Ñandú.")
WRONG = Example("name[Ñandú], area[riverside]", "Ñandú is in the city centre.")


@pytest.mark.parametrize(
    ("example", "cleaned"),
    [
        (WHOLE, (WHOLE, 0)),
        (CUT, (Example("name[Ñandú], eatType[pub]", CUT.reference), 1)),
        (WRONG, None),
        (Example("name[Ñandú]", "Ñandú is a cheap pub."), None),
        (Example("name[Ñandú], food[Thai]", "It is there."), None),
        (Example("name[Ñandu]", "Ñandú is there."), None),
        (Example("name[Ñandú], area[riverside]", "Ñandú in riverside is in riverside."), None),
        (UNCHECKED, (UNCHECKED, 0)),
    ],
    ids=["whole", "cut", "wrong", "invented", "nothing", "misspelt", "twice", "unchecked"],
)  # fmt: skip
def test_a_table_keeps_what_its_text_says(example, cleaned):
    assert clean(example) == cleaned


@pytest.mark.parametrize(
    ("text", "most", "found"),
    [
        ("Ñandú is a pub. It is by the river.", 2, ("name[Ñandú], eatType[pub]", 15)),
        ("Ñandú is a pub. It is by the river.", 1, None),
        ("Is Ñandú a pub?\nÉtienne says it is by the river.", 3, ("name[Ñandú], eatType[pub]", 15)),
        ("Ñandú is a pub.", 3, None),
        ("Ñandú by the river costs £20.50 or so.", 3, None),
        ("There is a pub by the river. It is Ñandú.", 3, None),
        ("Ñandú is a cheap pub. It is by the river.", 3, None),
    ],
    ids=["short", "too long", "asked", "only one", "a number", "without its name", "invented"],
)
def test_a_first_sentence_is_a_short_example(text, most, found):
    sentence = first_sentence(Example(WHOLE.mr, text), most)
    assert sentence == (found and Example(found[0], text[: found[1]]))


def made(splits, out, **options):
    work, records = build_files(splits, "toys", out, **options), []
    while True:
        try:
            records.append(next(work))
        except StopIteration as end:
            return records, end.value


def test_every_split_becomes_a_file(tmp_path):
    records, result = made({"train": (WHOLE, CUT, WRONG), "dev": (CUT,)}, tmp_path / "Café 東京")
    train, dev = result.files
    assert (train.name, dev.name) == ("toys-clean-train.csv", "toys-clean-dev.csv")
    assert read(train).examples == (WHOLE, Example("name[Ñandú], eatType[pub]", CUT.reference))
    assert len(read(dev).examples) == 1
    assert result.account == Account(whole=1, cut=2, left_out=1, slots=2)
    assert records[0].total == 4
    assert in_words(result.account) == (
        "4 rows: 1 as they were; 2 without the 2 slots that their texts do not say; 1 left out, as "
        "their texts say something else."
    )


def test_first_sentences_are_added_where_they_are_asked_for(tmp_path):
    both = Example(WHOLE.mr, "Ñandú is a pub. It is by the river.")
    _, result = made({"": (both, CUT)}, tmp_path, short=2)
    assert read(result.files[0]).examples == (
        both,
        Example("name[Ñandú], eatType[pub]", "Ñandú is a pub."),
        Example("name[Ñandú], eatType[pub]", CUT.reference),
    )
    assert in_words(result.account).endswith("something else; 1 first sentences added.")


def test_a_files_only_split_has_no_name(tmp_path):
    assert made({"": (WHOLE,)}, tmp_path)[1].files == (tmp_path / "toys-clean.csv",)


def test_nothing_is_overwritten_and_nothing_half_made_stays(tmp_path):
    (tmp_path / "toys-clean.csv").write_text("mine")
    with pytest.raises(CorpusError, match=r"toys-clean\.csv already"):
        made({"": (WHOLE,)}, tmp_path)
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(Cancelled):
        made({"": (WHOLE,)}, tmp_path / "new", cancel=cancel)
    assert not (tmp_path / "new").exists()


def test_the_training_texts_of_e2e(shared_data):
    """Dušek et al. found 11.5 % slot errors in them, most of them omissions."""
    examples = read(shared_data / "data" / "e2e" / "trainset.csv").examples[::20]
    cleaned = [clean(example) for example in examples]
    kept = [found for found in cleaned if found is not None]
    assert 0.85 < len(kept) / len(examples) < 0.95
    assert 0.2 < sum(lost > 0 for _, lost in kept) / len(kept) < 0.3
    assert all(clean(example) == (example, 0) for example, _ in kept)

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.corpus.example import Example
from core.corpus.formats import CorpusError
from core.metrics import outputs
from core.metrics.task import Task, TaskError

NAMES = ["Aromi", "Zizzi Blue", "The Mill", "Cotto", "Café Rouge", "The Vaults", "Ranch", "Avalon"]
PLACES = [(name, near) for name in NAMES for near in NAMES if name != near]
TASK = Task.of("places", [Example(f"name[{a}], near[{b}]", "x") for a, b in PLACES])
TEXTS = [f"{name} is near {near}." for name, near in PLACES]


@pytest.fixture
def file(tmp_path):
    def write(texts):
        path = tmp_path / "texts.txt"
        path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
        return path

    return write


def test_one_text_a_line(file):
    assert outputs.read(file(TEXTS), TASK) == tuple(TEXTS)
    assert outputs.read(file([f" {text} \r" for text in TEXTS]), TASK) == tuple(TEXTS)


def test_a_saved_file_is_read_again(tmp_path):
    path = tmp_path / "saved.txt"
    outputs.save(path, ["a\nb", *TEXTS[1:]])
    assert outputs.read(path, TASK)[:2] == ("a b", TEXTS[1])


@given(st.lists(st.text().map(lambda text: f"a{text}"), min_size=2, max_size=4))
def test_whatever_was_written_is_read_again(tmp_path_factory, texts):
    task = Task.of("tables", [Example(f"food[dish number {n}]", "x") for n in range(len(texts))])
    path = tmp_path_factory.mktemp("saved") / "texts.txt"
    outputs.save(path, texts)
    assert outputs.read(path, task) == tuple(" ".join(t.splitlines()).strip() for t in texts)


def test_an_empty_text_is_none(tmp_path):
    path = tmp_path / "saved.txt"
    outputs.save(path, (*TEXTS[:3], "", *TEXTS[4:]))
    with pytest.raises(TaskError, match=r"^Line 4 of saved\.txt is empty: there is no text for "):
        outputs.read(path, TASK)


def test_empty_lines_at_the_end_are_no_texts(tmp_path):
    path = tmp_path / "saved.txt"
    path.write_text("\n".join(TEXTS) + "\n\n\n", encoding="utf-8")
    assert outputs.read(path, TASK) == tuple(TEXTS)


def test_a_file_that_is_not_utf8_is_refused(tmp_path):
    path = tmp_path / "latin.txt"
    path.write_bytes("\n".join(TEXTS).encode("latin-1"))
    first = next(number for number, text in enumerate(TEXTS, 1) if "é" in text)
    with pytest.raises(CorpusError) as refused:
        outputs.read(path, TASK)
    expected = f"latin.txt is not utf-8 text: line {first} holds a byte that cannot be decoded."
    assert str(refused.value) == expected


def swapped(texts):
    return random.Random(1).sample(texts, len(texts))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: t[:-1], "texts.txt has 55 texts, but places has 56 distinct meaning"),
        (lambda t: [*t[:4], " ", *t[4:]], "Line 5 is empty."),
        (swapped, "texts.txt is in another order than places: "),
        (lambda t: t[::-1], "texts.txt is in another order than places: "),
        (lambda t: [*t[1:], t[0]], "its names fit better when its lines are moved down by 1."),
        (lambda t: [*t[-2:], *t[:-2]], "its names fit better when its lines are moved up by 2."),
    ],
)
def test_bad_files(file, change, sentence):
    with pytest.raises(TaskError) as caught:
        outputs.read(file(change(TEXTS)), TASK)
    assert sentence in str(caught.value)


def test_a_file_that_is_empty_or_not_there(file, tmp_path):
    with pytest.raises(CorpusError, match=r"texts\.txt is empty"):
        outputs.read(file(["", " "]), TASK)
    with pytest.raises(CorpusError, match=r"no file .*nowhere\.txt"):
        outputs.read(tmp_path / "nowhere.txt", TASK)


def test_names_that_are_wrong_everywhere_are_no_other_order(file):
    """A model without copying writes names that it has learned, in whatever order."""
    texts = [f"Fitzbillies is near Clare Hall, {number}." for number in range(len(PLACES))]
    assert outputs.read(file(texts), TASK) == tuple(texts)


def test_a_few_wrong_names_are_no_other_order(file):
    texts = [*TEXTS[:50], *TEXTS[:6]]
    assert outputs.read(file(texts), TASK) == tuple(texts)


def test_accents_may_be_missing(file):
    texts = [text.replace("é", "e") for text in TEXTS]
    assert outputs.read(file(texts), TASK) == tuple(texts)


@pytest.mark.slow
def test_systems_are_in_the_order_of_the_test_set(shared_data):
    from core.corpus import formats

    corpus = formats.read(shared_data / "data" / "e2e" / "testset_w_refs.csv")
    task = Task.of("e2e", corpus.examples)
    read = 0
    for path in (shared_data / "reference" / "metrics" / "hyp").glob("*.txt"):
        if not path.name.startswith("example"):
            assert len(outputs.read(path, task)) == 630
            read += 1
    assert read >= 8

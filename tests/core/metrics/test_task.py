import pytest

from core.corpus.example import Example
from core.corpus.formats import Changes, Choices, Format, Reading
from core.metrics.task import Protocol, Task, TaskError

EXAMPLES = [
    Example("name[Café A], priceRange[£20-25]", "Café A costs £20-25."),
    Example("name[B]", "B."),
    Example("name[Café A], priceRange[£20-25]", "It is Café A."),
]


def test_equal_tables_make_one_item_in_order_of_appearance():
    task = Task.of("e2e", EXAMPLES)
    assert task.mrs == ("name[Café A], priceRange[£20-25]", "name[B]")
    assert task.references == (("Café A costs £20-25.", "It is Café A."), ("B.",))
    assert task.prepare("£é") == "£é"


def test_the_papers_protocol_writes_ascii():
    task = Task.of("e2e", EXAMPLES, Protocol.PAPER)
    assert task.mrs[0] == "name[Café A], priceRange[£20-25]", "a model reads what it was made for"
    assert task.references[0] == ("Cafe A costs L20-25.", "It is Cafe A.")
    assert task.prepare("£é") == "Le"


def test_the_papers_protocol_loses_the_first_row_of_a_file_without_header():
    kept = [Task.of("hotel", EXAMPLES, protocol, has_header=False) for protocol in Protocol]
    assert [len(task.references[-1]) for task in kept] == [1, 1]
    assert [task.mrs[0] for task in kept] == ["name[Café A], priceRange[£20-25]", "name[B]"]


@pytest.mark.parametrize(
    ("choices", "count"),
    [
        (Choices(), 2),
        (Choices(header=False), 1),
        (Choices(Format.JSONL, header=False), 2),  # It never has a header, and never loses a row.
    ],
)
def test_whether_a_file_had_a_header_is_seen_by_how_it_was_read(choices, count):
    reading = Reading(tuple(EXAMPLES[:2]), (), Changes(), 0, (), choices)
    assert len(Task.of_reading("hotel", reading, Protocol.PAPER).mrs) == count


def test_a_part_of_a_task():
    part = Task.of("e2e", EXAMPLES).only({"name[B]"})
    assert (part.mrs, part.references) == (("name[B]",), (("B.",),))


@pytest.mark.parametrize(
    ("examples", "sentence"),
    [
        ([], "x has no examples to score on."),
        (
            [Example("name[A]", "")],
            "x has no references to score against: it holds tables alone.",
        ),
    ],
)
def test_nothing_to_score_on(examples, sentence):
    with pytest.raises(TaskError) as caught:
        Task.of("x", examples)
    assert str(caught.value) == sentence

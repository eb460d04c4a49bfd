import json

import pytest

from core.corpus.example import Example
from core.corpus.formats import Format, SkippedRow, read, sniff


def lines(*values):
    return "".join(json.dumps(value) + "\n" for value in values)


def test_keys_are_columns(file):
    path = file(
        lines({"id": 1, "mr": "a[x]", "ref": "Tëxt."}, {"ref": "U.", "mr": "b[y]"}), "s.jsonl"
    )
    assert sniff(path).columns == ("id", "mr", "ref")
    reading = read(path)
    assert reading.choices.format is Format.JSONL
    assert reading.examples == (Example("a[x]", "Tëxt."), Example("b[y]", "U."))


def test_slots_as_an_object_and_several_references(file):
    slots = {"name": "A", "stars": 3, "open": True, "food": None, "near": ""}
    reading = read(file(lines({"slots": slots, "text": ["One.", "Two."]})))
    mr = "name[A], stars[3], open[yes]"
    assert reading.examples == (Example(mr, "One."), Example(mr, "Two."))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{nonsense", "The line is not JSON: Expecting property name"),
        ("[1]", "The line is JSON, but not an object."),
        ('{"mr": "a[x]"}', "The reference is empty."),
        ('{"ref": "T."}', "The meaning representation is empty."),
        ('{"mr": 3, "ref": "T."}', "The meaning representation is neither text nor an object"),
        ('{"mr": "a[x]", "ref": 3}', "The reference is not text."),
        ('{"mr": "a[x]", "ref": ["T.", 3]}', "The reference is not text."),
        ('{"mr": {"a": ["x"]}, "ref": "T."}', "The value of the slot 'a' is not text."),
        ('{"mr": {"a": "]"}, "ref": "T."}', "Slot 1 ('a') cannot be written: its value closes"),
        ('{"mr": "a[\\ud800]", "ref": "T."}', "The line escapes half of a character."),
        (
            '{"mr": ' + "[" * 10_000,
            "The line is not JSON that can be read: a number or the nesting",
        ),
        ('{"mr": ' + "9" * 5_000 + "}", "The line is not JSON that can be read: a number or"),
    ],
)
def test_unreadable_lines_are_listed(file, line, reason):
    reading = read(file('{"mr": "b[y]", "ref": "U."}\n\n' + line + "\n"))
    assert reading.examples == (Example("b[y]", "U."),)
    (skipped,) = reading.skipped
    assert isinstance(skipped, SkippedRow)
    assert skipped.line == 3
    assert skipped.reason.startswith(reason)

import json

import pytest

from core.corpus.example import Example
from core.corpus.formats import CorpusError, Format, Known, SkippedRow, read, sniff

COMMENTS = "#####\n# Somebody, 2016 #\n#####\n"


def acts(*entries):
    return COMMENTS + json.dumps(entries, indent=4)


def test_acts_that_inform_are_examples_and_the_others_counted(file):
    path = file(
        acts(
            ["inform(name='the inn';phone='415';area=dont_care)", "the inn", "machine"],
            ["?request(near)", "where ?", "where ?"],
            ["inform_no_match(area='x')", "none .", "none ."],
            ["inform(name='noe 's nest';food)", "noe 's nest .", "nest"],
            ["?request(area)", "where ?", "where ?"],
        ),
        "train.json",
    )
    reading = read(path)
    assert reading.choices.format is Format.RNNLG
    assert reading.examples == (
        Example("name[the inn], phone[415], area[dont_care]", "the inn"),
        Example("name[noe 's nest], food[]", "noe 's nest ."),
    )
    assert reading.dropped == (("?request", 2), ("inform_no_match", 1))
    (notice,) = reading.notices("train.json")
    assert notice == "train.json: left out, not being descriptions: 2 ?request, 1 inform_no_match."


def test_entries_that_are_none_are_listed_with_their_lines(file):
    content = (
        '[["inform(a=\'x\')", "T.", "T."],\n["what is this", "T."],\n["inform(a=\']\')", "T."],\n7]'
    )
    reading = read(file(COMMENTS + content))
    assert len(reading.examples) == 1
    assert [row.line for row in reading.skipped] == [5, 6, 7]
    assert reading.skipped[0] == SkippedRow(5, "'what is this' is not a dialogue act.")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('[["inform(a=\'x\')", "T."],\n["inform', "set.csv is not JSON from line 2 on."),
        ('[["inform(a=\'x\')", "T."]\n', "set.csv breaks off after the entry in line 1."),
        ('{"a": 1}', "set.csv does not hold a list of dialogue acts."),
    ],
)
def test_broken_files_are_refused(file, content, sentence):
    path = file(content)
    with pytest.raises(CorpusError) as refused:
        read(path, sniff(path, Known(format=Format.RNNLG)).choices)
    assert str(refused.value) == sentence

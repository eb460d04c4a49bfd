import pytest

from core.corpus.example import Example, group_by_mr
from core.corpus.formats import CorpusError, CorpusQuestion, Format, Known, Question, read, sniff
from core.corpus.formats.lines import blocks, texts


def test_texts_keep_their_places():
    assert texts("one\r\n\ntwo") == ("one", "", "two")


def test_blocks_stand_between_empty_lines():
    assert blocks("\na\nb\n\n \nc\n") == (("a", "b"), ("c",))


@pytest.mark.parametrize("header", ["", "MR\n"])
def test_meaning_representations_alone(file, header):
    path = file(f"{header}a[x], b[y]\n\na[z],ack[]\n[dontcare]\n", "mrs.txt")
    reading = read(path)
    assert reading.choices.format is Format.MRS
    assert [example.mr for example in reading.examples] == [
        "a[x], b[y]",
        "a[z],ack[]",
        "[dontcare]",
    ]


def test_references_in_blocks_go_with_the_lines_of_another_file(file):
    mrs = file("a[x]\na[y]\n", "mrs.txt")
    refs = file("One.\nTwo, or so.\n\nThree.\n", "refs.txt")
    with pytest.raises(CorpusQuestion, match="Which file has their meaning representations"):
        read(refs)
    guess = sniff(refs, Known(mr_file=mrs))
    assert guess.choices.format is Format.BLOCKS
    assert read(refs, guess.choices).examples == (
        Example("a[x]", "One."),
        Example("a[x]", "Two, or so."),
        Example("a[y]", "Three."),
    )


def test_texts_line_by_line(file):
    mrs = file("a[x]\na[y]\na[z]\n", "mrs.txt")
    outputs = file("One.\nTwo.\n", "out.txt")
    guess = sniff(outputs, Known(mr_file=mrs))
    assert guess.choices.format is Format.TEXTS
    with pytest.raises(CorpusError, match="has 2 lines for 3 meaning representations"):
        read(outputs, guess.choices)


def test_an_empty_line_among_outputs_is_a_question(file):
    found = sniff(file("One.\n\nTwo.\n", "out.txt"))
    assert {doubt.about for doubt in found.doubts} == {Question.FORMAT, Question.MR_FILE}


def test_the_files_of_the_challenge(shared_data):
    folder = shared_data / "reference" / "metrics" / "ref"
    mrs = folder / "e2e_test.mrs.txt"
    refs = folder / "e2e_test.refs.txt"
    assert len(read(mrs).examples) == 630
    reading = read(refs, sniff(refs, Known(mr_file=mrs)).choices)
    table = read(shared_data / "data" / "e2e" / "testset_w_refs.csv")
    assert len(reading.examples) == 4693
    assert set(group_by_mr(reading.examples)) == set(group_by_mr(table.examples))


def test_tables_with_lost_bytes_are_refused(tmp_path):
    mrs, texts = tmp_path / "mrs.txt", tmp_path / "texts.txt"
    mrs.write_bytes("a[Thé à la menthe]\na[x]\n".encode("latin-1"))
    texts.write_text("One.\nTwo.\n", encoding="utf-8")
    with pytest.raises(CorpusError, match=r"mrs\.txt is not utf-8 text: line 1"):
        read(texts, sniff(texts, Known(mr_file=mrs)).choices)

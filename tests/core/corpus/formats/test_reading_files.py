import contextlib
import csv
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.corpus.example import Example, group_by_mr
from core.corpus.formats import (
    Changes,
    Choices,
    CorpusError,
    CorpusQuestion,
    Format,
    Known,
    SkippedRow,
    preview,
    read,
    sniff,
)

UNCHANGED = Changes(line_ends=0, surrounding_space=0, byte_order_mark=False)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("header", ["mr,ref", '"mr","ref"', "MR, Ref"])
def test_a_plain_file(file, header, line_end):
    lines = [header, '"name[Café £7], near[""B""]",In the Café.', 'a[x],"One, two."', ""]
    reading = read(file(line_end.join(lines)))
    assert reading.examples == (
        Example('name[Café £7], near["B"]', "In the Café."),
        Example("a[x]", "One, two."),
    )
    assert (reading.skipped, reading.changes, reading.duplicates) == ((), UNCHANGED, 0)


def test_meaning_representations_alone(file):
    reading = read(file('MR\n"a[x], b[y]"\na[z]\n'))
    assert reading.examples == (Example("a[x], b[y]", ""), Example("a[z]", ""))


def test_other_columns_are_ignored(file):
    reading = read(file("id,ref,mr\n7,Text.,a[x]\n"))
    assert reading.examples == (Example("a[x]", "Text."),)


def test_cleaning_is_counted(file):
    content = 'mr,ref\r\n a[x] ,"One\r\ntwo.\r\n"\r\na[y],Fine  so.\r\n"a[\n\nz]",Last. \r\n'
    reading = read(file(b"\xef\xbb\xbf" + content.encode()))
    assert reading.examples == (
        Example("a[x]", "One two."),
        Example("a[y]", "Fine  so."),
        Example("a[ z]", "Last."),
    )
    assert reading.changes == Changes(line_ends=2, surrounding_space=3, byte_order_mark=True)


def test_duplicates_are_counted_and_kept(file):
    reading = read(file("mr,ref\na[x],T.\na[x],T. \na[x],U.\na[x],T.\n"))
    assert [example.reference for example in reading.examples] == ["T.", "T.", "U.", "T."]
    assert reading.duplicates == 2


def test_a_quotation_never_closed_costs_its_line_alone(file):
    reading = read(file('mr,ref\na[x],b\na[y],"open\na[z],c\na[w],d\n'))
    assert [example.mr for example in reading.examples] == ["a[x]", "a[z]", "a[w]"]
    assert reading.skipped == (SkippedRow(3, "A quotation that is opened here is never closed."),)


def test_a_broken_first_line_is_told_of_too(file):
    how = Choices(header=False, mr=("column 1",), reference=None)
    reading = read(file('"mr,ref\na[x],b\n'), how)
    assert [row.line for row in reading.skipped] == [1]


def test_rows_swallowed_by_a_quotation_are_told_of(file):
    good = "a[w],d\n" * 9
    reading = read(file(f'mr,ref\na[x],"open\na[y],b\n","c"\n{good}'))
    assert {example.mr for example in reading.examples} == {"a[w]"}
    said = "The row, which a quotation carries on to line 4, has 3 fields, the header 2."
    assert reading.skipped == (SkippedRow(2, said),)


def test_skipped_rows_say_where_and_why(file):
    content = 'mr,ref\na[x],"Two\nlines."\n\na[y]\n ,Text.\na[z],\na[x],b,c\na[w],Good.\n'
    reading = read(file(content))
    assert [example.mr for example in reading.examples] == ["a[x]", "a[w]"]
    assert reading.skipped == (
        SkippedRow(5, "The row has 1 field, the header 2."),
        SkippedRow(6, "The meaning representation is empty."),
        SkippedRow(7, "The reference is empty."),
        SkippedRow(8, "The row has 3 fields, the header 2."),
    )


def test_no_field_is_too_long_and_the_limit_is_restored(file):
    before = csv.field_size_limit()
    long = "x" * (before + 1)
    assert read(file(f"mr,ref\na[x],{long}\n")).examples == (Example("a[x]", long),)
    assert csv.field_size_limit() == before


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "set.csv is empty."),
        ("\n\n", "set.csv is empty."),
        ("mr,ref\n", "set.csv has a header but no usable row under it."),
        (
            "mr,ref\na[x],\n",
            "set.csv has no usable row; the first, line 2: The reference is empty.",
        ),
    ],
)
def test_bad_files_are_refused_in_one_sentence(file, content, sentence):
    with pytest.raises(CorpusError) as caught:
        read(file(content))
    assert str(caught.value) == sentence


def test_no_such_file(tmp_path):
    with pytest.raises(CorpusError, match=r"^There is no file .*none\.csv\.$"):
        read(tmp_path / "none.csv")


def test_a_folder(tmp_path):
    with pytest.raises(CorpusError, match=r" is a folder, not a file\.$"):
        read(tmp_path)


def test_a_file_that_the_system_refuses(tmp_path):
    with pytest.raises(CorpusError, match=r" cannot be read: "):
        read(tmp_path / ("x" * 5000))


rows = st.lists(
    st.tuples(*[st.text(st.characters(exclude_categories=["Cs"]), max_size=20)] * 2), max_size=6
)


@given(rows)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_csv_writes_is_read(file, rows):
    path = file("")
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows([("mr", "ref"), *rows, ("last[1]", "Last.")])
    clean = [tuple(_clean(field) for field in row) for row in rows]
    expected = [Example(*row) for row in clean if all(row)]
    assert list(read(path).examples) == [*expected, Example("last[1]", "Last.")]


encodings = st.sampled_from(["utf-8", "utf-16", "utf-16-be", "cp1252", "shift_jis", "utf-7", "x"])
columns = st.sampled_from(["mr", "ref", "column 1", "column 2", "a"])


@st.composite
def choices(draw):
    delimiter, quote = draw(st.sampled_from(",;\t|x")), draw(st.sampled_from(['"', "'", ""]))
    names = tuple(draw(st.lists(columns, min_size=1, max_size=3)))
    reference = draw(st.none() | columns)
    form, encoding = draw(st.sampled_from(Format)), draw(encodings)
    return Choices(form, encoding, delimiter, quote, draw(st.booleans()), names, reference)


beginnings = st.sampled_from(
    [b"", b"mr,ref\n", b'{"mr": "a[x]", "ref": ', b'# x\n[["', b"\xff\xfe", b"\xef\xbb\xbf"]
)
contents = st.binary(max_size=60) | st.text(
    st.sampled_from('mr,ef"\n\r\0 a[]{}:\\u;\t'), max_size=40
).map(str.encode)


@given(beginnings, contents, st.none() | choices())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_content_is_read_or_refused(file, beginning, content, how):
    path = file(beginning + content)
    with contextlib.suppress(CorpusError):
        assert read(path, how).examples
    with contextlib.suppress(CorpusError):
        guess = sniff(path)
        shown = preview(path, guess.choices)
        assert all(len(row.cells) == len(shown.columns) for row in shown.rows)


@pytest.mark.parametrize(
    ("name", "rows", "distinct", "duplicates", "line_ends", "spaces"),
    [
        ("e2e/trainset", 42061, 4862, 1193, 2, 3),
        ("e2e/devset", 4672, 547, 151, 0, 1),
        ("e2e/testset", 630, 630, 0, 0, 0),
        ("e2e/testset_w_refs", 4693, 630, 116, 0, 0),
        ("e2e_plus/devset", 4672, 547, 151, 0, 1),
        ("e2e_plus/trainset", 42061, 4862, 1193, 0, 3),
        ("e2e_plus/testset", 4693, 630, 116, 0, 0),
        ("hotel/train", 2211, 934, 46, 0, 0),
        ("hotel/dev", 276, 227, 0, 0, 0),
        ("hotel/test", 276, 225, 2, 0, 0),
        ("restaurant/train", 2875, 1924, 54, 0, 0),
        ("restaurant/dev", 359, 332, 0, 0, 0),
        ("restaurant/test", 359, 341, 1, 0, 0),
    ],
)
def test_published_corpora(shared_data, name, rows, distinct, duplicates, line_ends, spaces):
    reading = read(shared_data / "data" / f"{name}.csv")
    assert (len(reading.examples), len(group_by_mr(reading.examples))) == (rows, distinct)
    assert (reading.skipped, reading.duplicates) == ((), duplicates)
    assert reading.changes == Changes(line_ends, spaces, byte_order_mark=False)


@pytest.mark.parametrize(
    ("name", "rows", "others"),
    [
        ("hotel/train", 1383, 1840),
        ("hotel/valid", 434, 641),
        ("hotel/test", 467, 608),
        ("restaurant/train", 1603, 1511),
        ("restaurant/valid", 585, 454),
        ("restaurant/test", 555, 484),
    ],
)
def test_the_original_files_of_rnnlg(shared_data, name, rows, others):
    reading = read(shared_data / "data" / "rnnlg" / f"{name}.json")
    assert (len(reading.examples), reading.skipped) == (rows, ())
    assert sum(count for _, count in reading.dropped) == others


def test_nothing_is_cut(shared_data):
    data = shared_data / "data"
    mrs = [e.mr for e in read(data / "e2e_plus" / "testset.csv").examples]
    assert max(map(len, mrs)) == 193
    references = [
        example.reference
        for name in ("e2e/devset", "e2e_plus/devset", "e2e_plus/testset", "e2e_plus/trainset")
        for example in read(data / f"{name}.csv").examples
    ]
    assert max(map(len, references)) == 398


def test_42061_rows_take_no_time_to_speak_of(shared_data):
    path = shared_data / "data" / "e2e" / "trainset.csv"
    began = time.process_time()
    read(path)
    assert time.process_time() - began < 2


def test_a_preview_shows_rows_as_they_stand_and_as_they_are_read(file):
    path = file("mr,ref,note\na[x], One. ,\na[y]\n,Two.,n\na[z],Three.,\n")
    shown = preview(path, sniff(path).choices, rows=3)
    assert shown.columns == ("mr", "ref", "note")
    assert [(row.line, row.cells, row.problem) for row in shown.rows] == [
        (2, ("a[x]", " One. ", ""), ""),
        (3, ("", "", ""), "The row has 1 field, the header 3."),
        (4, ("", "Two.", "n"), "The meaning representation is empty."),
    ]
    assert shown.rows[0].examples == (Example("a[x]", "One."),)


def test_a_file_in_doubt_is_a_question(file):
    path = file("mr,ref\na[x],caf\xe9.\n".encode("latin-1"))
    with pytest.raises(CorpusQuestion, match=r"Is it cp1252, in which it says .*café") as asked:
        read(path)
    (doubt,) = asked.value.guess.doubts
    assert doubt.options[0] == "cp1252"
    guess = sniff(path, Known(encoding="latin-1"))
    assert guess.doubts == ()
    assert read(path, guess.choices).examples == (Example("a[x]", "café."),)


def test_damaged_utf8_costs_the_rows_that_are_damaged(file):
    rows = f"a[é],{'Ünïcödé' * 4} is written.\n"
    reading = read(file(f"mr,ref\n{rows}".encode() + b"a[x],caf\xe9\na[y],Good.\n"))
    assert [example.mr for example in reading.examples] == ["a[é]", "a[y]"]
    said = "The row holds bytes that are not characters in this encoding."
    assert reading.skipped == (SkippedRow(3, said),)


def test_a_column_that_is_not_there(file):
    with pytest.raises(CorpusError, match="no column 'text'; its columns are: mr, ref"):
        read(file("mr,ref\na[x],b\n"), Choices(reference="text"))


def _clean(field):
    cleaned = field.strip().replace("\r", "\n")
    while "\n\n" in cleaned:
        cleaned = cleaned.replace("\n\n", "\n")
    return cleaned.replace("\n", " ")

import csv
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.corpus.example import Example, group_by_mr
from core.corpus.formats import Changes, CorpusError, SkippedRow, read

UNCHANGED = Changes(line_ends=0, surrounding_space=0, byte_order_mark=False)


@pytest.fixture
def file(tmp_path):
    def write(content: str | bytes) -> Path:
        path = tmp_path / "set.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


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


def test_skipped_rows_say_where_and_why(file):
    content = 'mr,ref\na[x],"Two\nlines."\n\na[y]\n ,Text.\na[z],\na[x],b,c\na[w],Good.\n'
    reading = read(file(content))
    assert [example.mr for example in reading.examples] == ["a[x]", "a[w]"]
    assert reading.skipped == (
        SkippedRow(5, "The row has 1 fields, the header 2."),
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
        ("mr,ref\na[x],\n", "set.csv has a header but no usable row under it."),
        (
            '"a[x], b[y]",Text.\n',
            "set.csv must start with the header mr,ref (or mr alone), "
            "but starts with 'a[x], b[y],Text.'.",
        ),
        (
            "mr,text\na[x],b\n",
            "set.csv must start with the header mr,ref (or mr alone), but starts with 'mr,text'.",
        ),
        (
            b"mr,ref\na[x],b\na[y],caf\xe9\n",
            "set.csv is not UTF-8 text: line 3 holds a byte that cannot be decoded.",
        ),
        (
            'mr,ref\na[x],b\na[y],"open\na[z],c\n',
            "set.csv: a quotation opened in the row at line 3 is never closed.",
        ),
    ],
)
def test_bad_files_are_refused_in_one_sentence(file, content, sentence):
    with pytest.raises(CorpusError) as caught:
        read(file(content))
    assert str(caught.value) == sentence


def test_long_headers_are_quoted_in_part(file):
    with pytest.raises(CorpusError) as caught:
        read(file("x" * 10_000))
    assert len(str(caught.value)) < 160


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


@given(st.binary(max_size=60) | st.text(st.sampled_from('mr,ef"\n\r\0 a'), max_size=40))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_content_is_read_or_refused(file, content):
    start = b"mr,ref\n"
    content = content if isinstance(content, bytes) else content.encode()
    for whole in (content, start + content):
        try:
            reading = read(file(whole))
        except CorpusError:
            continue
        assert reading.examples


@pytest.mark.parametrize(
    ("name", "rows", "distinct", "duplicates", "line_ends", "spaces"),
    [
        ("e2e/trainset", 42061, 4862, 1193, 2, 3),
        ("e2e/devset", 4672, 547, 151, 0, 1),
        ("e2e/testset", 630, 630, 0, 0, 0),
        ("e2e/testset_w_refs", 4693, 630, 116, 0, 0),
        ("e2e_plus/devset", 4672, 547, 151, 0, 1),
        ("e2e_plus/testset", 4693, 630, 116, 0, 0),
    ],
)
def test_published_corpora(shared_data, name, rows, distinct, duplicates, line_ends, spaces):
    reading = read(shared_data / "data" / f"{name}.csv")
    assert (len(reading.examples), len(group_by_mr(reading.examples))) == (rows, distinct)
    assert (reading.skipped, reading.duplicates) == ((), duplicates)
    assert reading.changes == Changes(line_ends, spaces, byte_order_mark=False)


def test_hotel_has_no_header(shared_data):
    with pytest.raises(CorpusError, match="must start with the header"):
        read(shared_data / "data" / "hotel" / "test.csv")


def _clean(field):
    cleaned = field.strip().replace("\r", "\n")
    while "\n\n" in cleaned:
        cleaned = cleaned.replace("\n\n", "\n")
    return cleaned.replace("\n", " ")

import pytest

from core.corpus.example import Example
from core.corpus.formats import Choices, CorpusError, Format, Known, Question, read, sniff

ROWS = [
    ("name[A], food[French]", "A, which is French, is good."),
    ("name[B]", "B is a place; nobody knows more."),
    ("name[C's], near[D & E]", "C's is near D & E."),
]
EXAMPLES = tuple(Example(*row) for row in ROWS)


def table(delimiter, quote='"', header=("mr", "ref"), rows=ROWS):
    rows = [header, *rows] if header else rows
    lines = []
    for row in rows:
        fields = [quote + field.replace(quote or "\0", quote * 2) + quote for field in row]
        lines.append(delimiter.join(fields))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("header", [("mr", "ref"), ("Meaning_Representation", "Human Reference")])
def test_tables_with_a_header(file, delimiter, header):
    path = file(table(delimiter, header=header))
    guess = sniff(path)
    assert guess.doubts == ()
    assert guess.columns == header
    assert guess.choices.delimiter == delimiter
    assert read(path).examples == EXAMPLES


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("quote", ['"', "'"])
def test_tables_without_a_header(file, delimiter, quote):
    path = file(table(delimiter, quote, header=None))
    guess = sniff(path)
    assert guess.doubts == ()
    assert (guess.choices.header, guess.choices.quote) == (False, quote)
    assert guess.columns == ("column 1", "column 2")
    assert read(path).examples == EXAMPLES


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_semicolons_behind_a_byte_order_mark(file, encoding):
    rows = [*ROWS, ("name[Café 東京]", "Café 東京; it is near.")]
    path = file(table(";", rows=rows).encode(encoding))
    reading = read(path)
    assert reading.examples[-1] == Example("name[Café 東京]", "Café 東京; it is near.")
    assert reading.changes.byte_order_mark


def test_semicolons_in_latin_1_are_a_question_and_its_answer(file):
    path = file(table(";", rows=[*ROWS, ("name[Café]", "Café; near.")]).encode("latin-1"))
    guess = sniff(path)
    assert [doubt.about for doubt in guess.doubts] == [Question.ENCODING]
    assert guess.choices.delimiter == ";"
    assert read(path, guess.choices).examples[-1] == Example("name[Café]", "Café; near.")


def test_nothing_quotes_where_someone_says_so(file):
    path = file('mr\tref\na[x]\t"Quoted" and "so on\na[y]\tPlain.\na[z]\t"5 wide\n')
    reading = read(path, sniff(path, Known(quote="")).choices)
    texts = [example.reference for example in reading.examples]
    assert texts == ['"Quoted" and "so on', "Plain.", '"5 wide']


def test_unknown_names_of_columns_are_found_by_what_is_under_them(file):
    path = file("id,what,said,by\n1,a[x],A text of some length.,me\n2,b[y],Another text.,you\n")
    guess = sniff(path)
    assert (guess.choices.header, guess.choices.mr) == (True, ("what",))
    (doubt,) = guess.doubts
    assert (doubt.about, doubt.options[0]) == (Question.REFERENCE, "said")
    said = sniff(path, Known(reference="said"))
    assert said.doubts == ()
    assert read(path, said.choices).examples[0] == Example("a[x]", "A text of some length.")


def test_that_there_are_no_texts_can_be_said(file):
    guess = sniff(file("mr,x,y\na[x],One.,Two.\n"), Known(reference=""))
    assert (guess.choices.reference, guess.doubts) == (None, ())


def test_a_table_of_slots_is_a_question_and_its_answer(file):
    path = file("name,food,text\nA,French,A is French.\nB,,B is there.\n")
    (doubt,) = sniff(path).doubts
    assert (doubt.about, doubt.options) == (Question.MR, ("name", "food"))
    guess = sniff(path, Known(mr=("name", "food")))
    assert guess.doubts == ()
    assert read(path, guess.choices).examples == (
        Example("name[A], food[French]", "A is French."),
        Example("name[B]", "B is there."),
    )


SLOTS = [
    ("A", "French", "3", "A is French."),
    ("B", "", "4", "B is there."),
    ("C", "Thai", "", "C: Thai."),
]


def test_a_table_of_slots_has_its_likeliest_answer(file):
    guess = sniff(file(table(",", header=("name", "food", "rating", "text"), rows=SLOTS)))
    (doubt,) = guess.doubts
    assert doubt.likely
    assert (guess.choices.mr, guess.choices.reference) == (("name", "food", "rating"), "text")
    assert "name, food, rating" in doubt.sentence


@pytest.mark.parametrize("first", ["id", "", "#"])
def test_a_column_that_counts_the_rows_is_no_slot(file, first):
    rows = [(str(number), *row) for number, row in enumerate(SLOTS)]
    path = file(table(",", header=(first, "name", "food", "rating", "text"), rows=rows))
    assert sniff(path).choices.mr == ("name", "food", "rating")


def test_texts_under_any_name_say_what_is_in_the_slots(file):
    names = ("Nombre", "Cocina", "Nota", "Descripción")
    guess = sniff(file(table(";", header=names, rows=[("A1", *row[1:]) for row in SLOTS])))
    assert [doubt.about for doubt in guess.doubts] == [Question.MR]
    assert (guess.choices.header, guess.choices.reference) == (True, "Descripción")
    said = sniff(file(table(";", header=names, rows=SLOTS)), Known(mr=names[:2], header=True))
    assert said.doubts == ()


def test_objects_of_slots_and_a_text_are_slots_too(file):
    lines = '{"name": "Aromi", "stars": 3, "open": true, "text": "Aromi is open."}\n'
    guess = sniff(file(lines, "set.jsonl"))
    assert guess.doubts[0].likely
    assert guess.choices.mr == ("name", "stars", "open")


def test_a_longest_column_that_says_nothing_of_the_others_is_no_text(file):
    path = file("name,food,remark\nAromi,Thai,a longer remark\nZizzi,French,another one\n")
    assert not any(doubt.likely for doubt in sniff(path).doubts)


@pytest.mark.parametrize(
    "before", ["Exported on Monday", "Exported,,", "# by hand\n# twice", 'a,"b']
)
def test_lines_before_a_table_are_left_out(file, before):
    body = "mr,ref,x\n" + "".join(f"name[{i}],Place {i}.,\n" for i in range(9))
    path = file(f"{before}\n{body}")
    guess = sniff(path)
    assert (guess.columns, guess.doubts) == (("mr", "ref", "x"), ())
    reading = read(path)
    assert len(reading.examples) == 9
    assert [row.line for row in reading.skipped] == list(range(1, before.count("\n") + 2))


def test_a_first_row_with_one_field_filled_stays_if_it_says_something(file):
    path = file("mr,\nname[A],One.\nname[B],Two.\n")
    assert sniff(path).columns == ("mr", "column 2")
    path = file("name[A],\nname[B],Two.\nname[C],Three.\n")
    assert len(read(path).examples) == 2
    assert sniff(path).choices.header is False


def test_two_delimiters_that_both_fit_are_a_question(file):
    path = file("a[x], b[y];One.\na[z], b[w];Two.\n")
    guess = sniff(path)
    doubt = next(d for d in guess.doubts if d.about is Question.DELIMITER)
    assert doubt.options == (",", ";")
    known = sniff(path, Known(delimiter=";"))
    assert known.doubts == ()
    assert read(path, known.choices).examples[0] == Example("a[x], b[y]", "One.")


def test_a_header_that_nobody_can_tell_is_a_question(file):
    guess = sniff(file("one,two\nthree,four\n"))
    assert guess.doubts[0].about is Question.HEADER
    assert guess.doubts[0].sentence == "Does the first line of set.csv name the columns: one, two?"


def test_columns_of_one_name_are_told_apart(file):
    guess = sniff(file("mr,ref,ref,\na[x],b,c,d\n"))
    assert guess.columns == ("mr", "ref", "ref (2)", "column 4")
    assert guess.choices.reference == "ref"


def test_what_is_known_is_asked_no_more(file):
    path = file("mr;ref\na[x];caf\xe9\n".encode("latin-1"))
    known = Known(Format.DELIMITED, "latin-1", ";", '"', True, ("mr",), "ref")
    guess = sniff(path, known)
    assert guess.doubts == ()
    assert guess.choices == Choices(encoding="latin-1", delimiter=";")


def test_texts_in_a_table_file_are_a_question(file):
    (doubt,) = sniff(file("Just words.\nAnd more of them.\n")).doubts
    assert doubt.about is Question.FORMAT


def test_an_empty_file(file):
    with pytest.raises(CorpusError, match=r"^set\.csv is empty\.$"):
        sniff(file("\ufeff \n\n"))


@pytest.mark.parametrize(
    "marks", [{"delimiter": ""}, {"delimiter": "\n"}, {"quote": ","}, {"mr": ()}]
)
def test_marks_that_cannot_be_are_refused(marks):
    with pytest.raises(CorpusError):
        Choices(**marks)


@pytest.mark.parametrize("before", ["\n" * 300_000, " " * 300_000, "\r\n\t\n"])
def test_blank_beginnings_of_any_length(file, before):
    assert read(file(before + "mr,ref\na[x],b\n")).examples == (Example("a[x]", "b"),)


def test_very_many_columns_take_no_time(file):
    guess = sniff(file("a," * 300_000 + "\n"))
    assert len(guess.columns) > 50_000
    assert all(len(doubt.sentence) < 400 for doubt in guess.doubts)

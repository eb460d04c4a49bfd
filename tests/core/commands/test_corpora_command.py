import json
import re
import shlex
import signal

import pytest

from core import command_line
from core.cancellation import Cancelled
from core.commands import corpora
from core.commands.errors import UsageError
from core.corpus import catalog, e2e_plus, fetch, folders
from core.corpus.fetch import Fetched
from core.corpus.formats import CorpusError
from core.corpus.web_file import DownloadError
from core.records import Progress


@pytest.fixture(autouse=True)
def place(monkeypatch, tmp_path):
    """A folder of corpora with a small Hotel in it, and no other."""
    monkeypatch.delenv(folders.VARIABLE, raising=False)
    monkeypatch.setattr(folders, "downloads", lambda: tmp_path / "corpora")
    hotel = tmp_path / "corpora" / "hotel"
    hotel.mkdir(parents=True)
    (hotel / "train.csv").write_text('"near[x],ack[]","It is near x."\n' * 3, encoding="utf-8")
    (hotel / "dev.csv").write_text('"near[x],ack[]","Near x."\n"a[é]",\n', encoding="utf-8")
    return tmp_path / "corpora"


def run(*arguments):
    corpora.run(command_line.parser(("generate",)).parse_args(["corpora", *map(str, arguments)]))


def test_the_list_says_what_there_is_and_where(place, capsys):
    run()
    table, _, notes = capsys.readouterr().out.partition("\n\n")
    titles, *lines = table.splitlines()
    assert [line.split()[0] for line in lines] == [corpus.name for corpus in catalog.CATALOG]
    rows = {line.split()[0]: re.split(r"  +", line)[1:] for line in lines}
    assert rows["demo"] == ["built in", "MIT", "Demo corpus"]
    assert rows["e2e"] == ["11.9 MB", "no", "CC BY-SA 4.0", "E2E"]
    assert rows["hotel"] == ["0.3 MB", "without test", "not stated", "Hotel"]
    assert max(map(len, (titles, *lines))) < 80
    for column in ("here", "licence", "title"):
        at = titles.index(f"  {column}")
        assert all(line[at : at + 2] == "  " != line[at + 1 : at + 3] for line in lines), column
    assert f"hotel is in {place / 'hotel'}\n" in notes
    assert "None are known of e2e-cleaned: later downloads must match the first." in notes


def test_a_known_corpus_is_described_whole_and_by_its_splits(capsys):
    run("describe", "hotel", "--json")
    found = json.loads(capsys.readouterr().out)
    assert (found["rows"], found["distinct_mrs"], found["duplicates"]) == (4, 1, 2)
    assert found["slots"]["ack"] == {"mrs": 1, "values": 1, "longest": 0}
    assert [found["splits"][split]["rows"] for split in ("train", "dev")] == [3, 1]
    assert found["overlap"] == [{"split": "dev", "other": "train", "mrs": 1, "rows": 1}]
    assert found["skipped"] == [{"split": "dev", "line": 2, "reason": "The reference is empty."}]


def test_a_description_for_people(capsys):
    run("describe", "hotel")
    out = capsys.readouterr().out
    assert "Hotel: 4 rows, 1 distinct meaning representation, 2 duplicates\n" in out
    assert "  near: 1, 1 value, the longest of 1 character\n" in out
    assert "dev: line 2 left out: The reference is empty.\n" in out
    assert "1 of 1 row of dev has a meaning representation that is also in train\n" in out
    run("describe", "demo")
    assert "  dev: " in capsys.readouterr().out


def test_a_file_is_described(tmp_path, capsys):
    path = tmp_path / "Café.csv"
    path.write_bytes("\ufeffmr;ref\r\na[x]; One. \r\nb[y]\r\n".encode())
    run("describe", path, "--json")
    found = json.loads(capsys.readouterr().out)
    keys = {
        "rows", "distinct_mrs", "longest_mr", "longest_reference", "slots", "characters",
        "duplicates", "skipped", "overlap",
    }  # fmt: skip
    assert keys <= found.keys()
    assert found["rows"] == 1
    assert found["characters"]["["] == 1
    assert found["skipped"] == [{"line": 3, "reason": "The row has 1 field, the header 2."}]
    assert found["changed"]["byte_order_mark"] is True
    run("describe", path)
    out = capsys.readouterr().out
    assert "a byte order mark, now dropped\n" in out
    assert "1 field with space around the text, now without\n" in out


def test_what_a_file_leaves_open_is_asked_with_the_option_that_answers(tmp_path, capsys):
    path = tmp_path / "set.csv"
    path.write_bytes("what;said\na[x];café\n".encode("latin-1"))
    asked = r"in which it says .*café.* Say so with --encoding cp1252, for example\.$"
    with pytest.raises(UsageError, match=asked):
        run("describe", path)
    run("describe", path, "--encoding", "latin-1", "--delimiter", "semicolon", "--json")
    assert json.loads(capsys.readouterr().out)["longest_reference"] == 4


def test_slots_that_are_columns_are_asked_with_all_options_that_say_so(tmp_path, capsys):
    path = tmp_path / "set.csv"
    path.write_text("name,price range,What it says\nA,low,A is low.\nB,high,B is high.\n")
    with pytest.raises(UsageError) as asked:
        run("describe", path)
    options = str(asked.value).partition(" Say so with ")[2].removesuffix(".")
    assert options == "--mr-column name --mr-column 'price range' --ref-column 'What it says'"
    run("describe", path, *shlex.split(options), "--json")
    assert list(json.loads(capsys.readouterr().out)["slots"]) == ["name", "price range"]


def test_how_a_known_corpus_is_read_cannot_be_said():
    with pytest.raises(UsageError) as refused:
        run("describe", "hotel", "--delimiter", "tab", "--header", "no")
    sentence = "How the files of hotel are read is known; leave out --delimiter, --header."
    assert str(refused.value) == sentence


def test_tables_alone_are_an_empty_column_of_texts(tmp_path, capsys):
    path = tmp_path / "set.csv"
    path.write_text("mr,x,y\na[x],One.,Two.\n")
    run("describe", path, "--ref-column", "", "--json")
    assert json.loads(capsys.readouterr().out)["longest_reference"] == 0


def test_every_option_of_reading(tmp_path, capsys):
    mrs = tmp_path / "mrs.txt"
    mrs.write_text("a[x]\n")
    (tmp_path / "t.txt").write_text("One.\n")
    run("describe", tmp_path / "t.txt", "--format", "texts", "--mr-file", mrs, "--json")
    assert json.loads(capsys.readouterr().out)["rows"] == 1
    (tmp_path / "t.csv").write_text("'A'\t'pub'\t'A is a pub.'\n")
    names = ["--mr-column", "column 1", "--mr-column", "column 2", "--ref-column", "column 3"]
    marks = ["--delimiter", "tab", "--quote", "'", "--header", "no"]
    run("describe", tmp_path / "t.csv", *names, *marks, "--json")
    assert json.loads(capsys.readouterr().out)["slots"].keys() == {"column 1", "column 2"}


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("absent", "There is no corpus 'absent', neither known nor as a file; known are: demo,"),
        ("absent.csv", "There is no file absent.csv."),
        ("e2e", "E2E is not on this computer: train and dev missing. corpora download e2e fetches"),
    ],
)
def test_what_is_not_there(name, sentence):
    with pytest.raises(CorpusError) as refused:
        run("describe", name)
    assert str(refused.value).startswith(sentence)


def test_a_download_says_what_came_and_under_which_terms(place, monkeypatch, capsys):
    asked = []

    def download(corpus, folder, cancel):
        asked.append((corpus, folder))
        yield Progress(1, 2, "bytes", "Downloading")
        yield Progress(2, 2, "bytes", "Downloading")
        return (Fetched(folder / "a", "1" * 64, True), Fetched(folder / "b", "2" * 64, False))

    monkeypatch.setattr(fetch, "download", download)
    run("download", "e2e-plus")
    printed = capsys.readouterr()
    assert asked == [(catalog.E2E_PLUS, place)]
    assert f"{place / 'a'}: checked\n" in printed.out
    assert f"{place / 'b'}: noted, sha256 {'2' * 64}\n" in printed.out
    assert "CC BY-SA 4.0" in printed.out
    made = f"trainset.csv is made with: corpora build-e2e-plus --out {place / 'e2e_plus'}\n"
    assert made in printed.out
    assert printed.err == ""


def test_a_download_that_was_interrupted(monkeypatch, capsys):
    def download(*_):
        raise Cancelled
        yield

    monkeypatch.setattr(fetch, "download", download)
    with pytest.raises(KeyboardInterrupt):
        run("download", "e2e")
    assert capsys.readouterr().err == "Stopped; nothing has changed.\n"


def test_downloads_that_cannot_be(tmp_path):
    with pytest.raises(CorpusError, match="There is no corpus 'absent'"):
        run("download", "absent")
    with pytest.raises(DownloadError, match="Demo corpus has nothing to download"):
        run("download", "demo", "--folder", tmp_path)


def test_a_build_that_was_interrupted(tmp_path, monkeypatch, capsys):
    asked = []

    def build_files(out, lists, seed, cancel):
        signal.raise_signal(signal.SIGINT)
        asked.append(cancel.is_set())
        raise Cancelled
        yield

    monkeypatch.setattr(e2e_plus, "build_files", build_files)
    names = tmp_path / "names"
    names.write_text("One\n")
    with pytest.raises(KeyboardInterrupt):
        run("build-e2e-plus", "--out", tmp_path / "out", "--names", names)
    assert asked == [True]
    assert capsys.readouterr().err == "Stopped; no file was made.\n"


def test_e2e_plus_is_built(place, tmp_path, capsys):
    e2e = place / "e2e"
    e2e.mkdir()
    for split in ("train", "dev", "test"):
        (e2e / catalog.E2E.file(split).name).write_text("mr,ref\nname[A],A is there.\n")
    names, foods, out = tmp_path / "names", tmp_path / "foods", tmp_path / "out"
    for path in (names, foods):
        path.write_text("".join(f"New {i}\n" for i in range(9)))
    run("build-e2e-plus", "--out", out, "--seed", 2, "--names", names, "--foods", foods)
    printed = capsys.readouterr().out
    assert all(str(out / f"{name}set.csv") in printed for name in ("train", "dev", "test"))
    assert "name[New " in (out / "trainset.csv").read_text()


def toys(folder):
    """A file that says neither its delimiter nor its columns, and two lists of values."""
    (folder / "toys.csv").write_text(
        "mr;x;y\nname[Café], food[F];The Café has F.;-\nname[B], food[G];B is nice.;-\n",
        encoding="latin-1",
    )
    for name, values in (("names", "Ñandú\nOtter\n"), ("foods", "Welsh\nThai\n")):
        (folder / f"{name}.txt").write_text(values, encoding="utf-8")
    reading = ("--encoding", "latin-1", "--ref-column", "x")
    lists = [f"--replace={s}={folder / file}" for s, file in LISTS.items()]
    return folder / "toys.csv", lists, reading


LISTS = {"name": "names.txt", "food": "foods.txt"}


def test_a_plus_version_of_ones_own_is_built(tmp_path, capsys):
    path, lists, reading = toys(tmp_path)
    run("build-plus", path, *lists, "--out", tmp_path / "out", "--seed", 3, *reading)
    made = tmp_path / "out" / "toys-plus.csv"
    assert capsys.readouterr().out.splitlines() == [
        str(made),
        "1 of 2 rows have new values, 1 some of them.",
        "name: 2 replaced.",
        "food: 1 replaced, 1 kept, not being in the text word for word.",
    ]
    text = made.read_text(encoding="utf-8")
    assert "Café" not in text
    assert "food[G]" in text
    assert "name[Ñandú]" in text
    assert "name[Otter]" in text


def test_a_plus_version_of_a_known_corpus_names_its_terms(place, tmp_path, capsys):
    (tmp_path / "new").write_text("bay\npark\nquay\n")
    run("build-plus", "hotel", f"--replace=near={tmp_path / 'new'}", "--out", tmp_path / "out")
    printed = capsys.readouterr().out
    assert str(tmp_path / "out" / "hotel-plus-train.csv") in printed
    assert printed.endswith(f"{catalog.HOTEL.licence}. {catalog.HOTEL.citation}\n")


def test_tables_are_cut_to_what_their_texts_say(tmp_path, capsys):
    path, _, reading = toys(tmp_path)
    run("clean", path, "--out", tmp_path / "out", "--first-sentences", 2, *reading)
    made = tmp_path / "out" / "toys-clean.csv"
    assert capsys.readouterr().out.splitlines() == [
        str(made),
        "2 rows: 1 as they were; 1 without the 1 slots that their texts do not say; 0 left out, as "
        "their texts say something else.",
    ]
    assert made.read_text(encoding="utf-8").splitlines()[1:] == [
        '"name[Café], food[F]","The Café has F."',
        '"name[B]","B is nice."',
    ]


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (["--replace=Name={names}"], "toys.csv has no slot 'Name'; its slots are: food, name."),
        (["--replace=name={absent}"], "There is no file {absent}."),
        (["--replace=name={empty}"], "empty is empty."),
        (
            ["--replace=name={names}", "--replace=name={names}"],
            "--replace name=… is given more than once.",
        ),
    ],
)
def test_what_a_plus_version_cannot_be_made_from(tmp_path, given, sentence):
    path, _, reading = toys(tmp_path)
    (tmp_path / "empty").write_text("\n")
    files = {
        "names": tmp_path / "names.txt",
        "absent": tmp_path / "absent",
        "empty": tmp_path / "empty",
    }
    lists = [text.format(**files) for text in given]
    with pytest.raises((CorpusError, UsageError)) as refused:
        run("build-plus", path, *lists, "--out", tmp_path / "out", *reading)
    assert str(refused.value) == sentence.format(**files)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("given", ["name", "=names.txt", "name="])
def test_a_replacement_is_a_slot_and_a_file(given, capsys):
    with pytest.raises(SystemExit):
        run("build-plus", "a.csv", "--out", "b", "--replace", given)
    assert "it is SLOT=FILE, such as food=foods.txt" in capsys.readouterr().err

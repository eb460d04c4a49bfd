"""Files that Windows programs wrote, in folders with spaces, accents and Chinese characters."""

import codecs
import json
import os
from pathlib import Path

import pytest
from data_driver import drop as drop_on_data
from data_driver import press, shown_page, shown_rows, wait_until_read
from fake_generation import loader
from fake_training import write_card
from models_driver import made, own_folder, shown_models
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMessageBox
from trouble import QUICK, SMALL, drop, save_as
from window_driver import MR, named, shown_text, shown_window, wait_until_idle

from charcopy_gui.storage import settings_file
from charcopy_gui.storage.settings import Settings
from core import model_card
from core.config import TrainingConfig
from core.corpus import formats, value_lists
from core.corpus.formats import Choices, Format
from core.meaning_representation import MeaningRepresentation, Slot, slot_spans
from core.session import reading

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
ROWS = "".join(f'"name[Zizzi {n}], food[日本{n}]",Zizzi {n}は日本{n}の店です。\n' for n in "ABCD")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Such a folder, which is also where the commands are typed."""
    found = tmp_path / "Café 東京 (2)"
    found.mkdir()
    monkeypatch.chdir(found)
    return found


def marked(path, text):
    path.write_text(text, encoding="utf-8-sig")
    assert path.read_bytes().startswith(codecs.BOM_UTF8)
    return path


# Commands.


def test_a_whole_days_work_on_the_command_line(folder, command, terse):
    train = marked(Path("entraîner 東.csv"), "mr,ref\n" + ROWS)
    dev = marked(Path("dev é.csv"), "mr,ref\n" + ROWS)
    config = marked(Path("réglages.toml"), "epochs = 1\n[model]\nhidden_size = 8\n")
    figures = marked(Path("chiffres.json"), "[]")
    foods = marked(Path("plats 食.txt"), "\n".join(f"食{chr(0x4E10 + n)}" for n in range(9)))
    run, packed = Path("essai 東京"), Path("modèle 東.safetensors")
    corpus = ("--corpus", train, "--dev", dev)

    def done(*words):
        code, out, err = command(*words)
        assert code == 0, (words, err)
        return out

    done("train", *corpus, "--config", config, *SMALL, *QUICK, "--out", "premier é")
    begun = ("--fine-tune-from", terse.rename(folder / "bref é.safetensors"))
    done("train", *corpus, *begun, *QUICK, "--out", run)
    done("train", "--resume", run, "--epochs", "2")
    assert "essai 東京  finished" in done("runs", "show", run)
    assert "essai 東京" in done("runs", "--folder", folder)
    done("models", "pack", run, packed, "--figures", figures)
    assert f"{packed} is a model" in done("models", "check", packed)
    done("models", "average", "moyenne é.safetensors", packed, run)
    done("generate", "name[Café 東京]", "--model", packed, "--trace", "trace 東.json")
    assert json.loads(Path("trace 東.json").read_bytes())["model"]["name"] == "modèle 東"
    done("read-back", "東京", "--model", packed)
    texts, table, sheet = Path("textes é.txt"), Path("table é.md"), Path("feuille 東.csv")
    scored = ("evaluate", "--corpus", dev)
    done(*scored, "--model", packed, "--save-outputs", texts, "--table", table, "--texts", sheet)
    assert table.exists()
    assert sheet.exists()
    marked(texts, "".join(f"Zizzi {n}は日本{n}の店です。\n" for n in "ABCD"))
    assert json.loads(done(*scored, "--outputs", texts, "--json"))["exact_copy"] == 1
    done("corpora", "build-plus", train, "--out", "plus 東", "--replace", f"food={foods}")
    new = formats.read(Path("plus 東") / "entraîner 東-plus.csv").examples
    assert all("食" in example.mr and MARK not in example.mr for example in new)
    assert "a byte order mark, now dropped" in done("corpora", "describe", train)


@pytest.mark.skipif(os.name != "posix", reason="names of files are characters elsewhere")
def test_a_folder_whose_name_is_in_no_encoding(tmp_path, command, terse):
    folder = os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9")
    Path(folder).mkdir()
    corpus = Path(folder, "train.csv")
    corpus.write_text("mr,ref\n" + ROWS, encoding="utf-8")
    run = Path(folder, "run")
    given = ("--corpus", corpus, "--dev", corpus, *QUICK, "--out", run)
    assert command("train", *given, "--fine-tune-from", terse)[0] == 0
    assert command("train", "--resume", run, "--epochs", "2")[0] == 0
    assert "finished" in command("runs", "show", run, "--json")[1]
    assert command("generate", "name[Zizzi]", "--model", run)[0] == 0
    assert command("train", *given)[0] == 2, "a run is there already"


def test_a_mark_before_a_table_or_a_sentence_is_no_part_of_it(terse, command):
    """Typed as generate "$(cat table.txt)", of a file that Notepad wrote."""
    said = [
        json.loads(command("generate", mr, "--model", terse, "--json")[1])
        for mr in (f"{MARK}name[Zizzi]", "name[Zizzi]")
    ]
    assert said[0] == said[1]
    backs = [
        json.loads(command("read-back", text, "--model", terse, "--json")[1])["sentence"]
        for text in (f"{MARK}A pub.", "A pub.")
    ]
    assert backs == ["A pub.", "A pub."]


def test_a_file_of_settings_that_is_none_is_named(folder, command):
    marked(Path("réglages.toml"), "epochs = \n")
    given = ("--corpus", "demo", "--config", "réglages.toml", "--out", "x")
    code, _, err = command("train", *given)
    assert code == 2
    assert err.startswith("réglages.toml: This is not valid TOML")


# Reading.


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize(
    ("suffix", "content", "how"),
    [
        ("csv", 'mr,ref\n"name[Zizzi]","Zizzi."\n', None),
        ("csv", '"name[Zizzi]","Zizzi."\n', None),
        ("csv", "name,food,ref\nZizzi,,Zizzi.\n", Choices(mr=("name", "food"))),
        ("tsv", "mr\tref\nname[Zizzi]\tZizzi.\n", None),
        ("jsonl", '{"mr": "name[Zizzi]", "ref": "Zizzi."}\n', None),
        ("json", '# File\n[["inform(name=Zizzi)", "Zizzi.", "Zizzi."]]\n', None),
        ("txt", "name[Zizzi]\nname[Zizzi]\n", Choices(Format.MRS, reference=None)),
    ],
)
def test_no_slot_is_called_after_a_byte_order_mark(folder, suffix, content, how, encoding):
    path = folder / f"données.{suffix}"
    path.write_bytes(content.encode(encoding))
    choices = how or formats.sniff(path).choices
    choices = Choices(**{**_fields(choices), "encoding": formats.sniff(path).choices.encoding})
    examples = formats.read(path, choices).examples
    for example in examples:
        (slot,) = MeaningRepresentation.parse(example.mr).slots
        assert slot == Slot("name", "Zizzi")
        assert MARK not in example.mr + example.reference


def _fields(choices):
    return {name: getattr(choices, name) for name in Choices.__dataclass_fields__}


def test_texts_and_their_tables_in_two_marked_files(folder):
    tables = marked(folder / "tables.txt", "name[Zizzi]\n")
    texts = marked(folder / "textes.txt", "Zizzi.\n")
    (example,) = formats.read(texts, Choices(Format.TEXTS, mr_file=tables)).examples
    assert (example.mr, example.reference) == ("name[Zizzi]", "Zizzi.")


def test_lists_of_values_begin_with_their_first_value(folder):
    assert value_lists.read(marked(folder / "liste.txt", "Zizzi\nWok\n")) == ("Zizzi", "Wok")


def test_a_table_begins_behind_its_mark():
    assert MeaningRepresentation.parse(f"{MARK} name[a]").slots == (Slot("name", "a"),)
    assert MeaningRepresentation.parse(MARK).slots == ()
    assert slot_spans(f"{MARK}name[a]")[0].name == (2, 6)
    value = MeaningRepresentation((Slot("name", f"{MARK}a"),))
    assert MeaningRepresentation.parse(value.linearise()) == value, "in a value it is kept"


def test_settings_that_an_editor_marked_are_read(folder):
    path = folder / "settings.toml"
    settings_file.save(Settings(mr="name[Café 東京]", theme="dark"), path)
    marked(path, path.read_text(encoding="utf-8"))
    assert settings_file.load(path) == (Settings(mr="name[Café 東京]", theme="dark"), "")
    toml = TrainingConfig(epochs=3).to_toml()
    assert TrainingConfig.from_toml(MARK + toml) == TrainingConfig(epochs=3)


# The window.


def test_everything_is_saved_there_dropped_and_opened_again(qtbot, folder, own_folders):
    sha256 = "a" * 64
    names = [folder / f"l'été 東 #1%20{s}" for s in (".charcopy", ".json", ".csv", ".png", ".svg")]
    with shown_window(qtbot, load=loader(sha256=sha256)) as window:
        wait_until_idle(qtbot, window)
        whole = shown_text(window)
        for path in names:
            save_as(qtbot, window, path)
            assert path.exists(), path
    assert not QImage(str(names[3])).isNull()
    marked(names[0], names[0].read_text(encoding="utf-8"))
    assert reading.read(names[0]).mr == MR
    model = write_card(folder / "modèle 東京.safetensors")
    with shown_window(qtbot, settings=Settings(mr="name[Other]")) as window:
        wait_until_idle(qtbot, window)
        drop(window, names[0])
        qtbot.waitUntil(lambda: names[0].name in window.windowTitle())
        wait_until_idle(qtbot, window)
        assert (window.page.mr.text(), shown_text(window)) == (MR, whole)
        for box in window.findChildren(QMessageBox):
            box.close()
        drop(window, model)
        wait_until_idle(qtbot, window)
        assert window._link.model == model


def test_a_corpus_is_dropped_on_the_data_page(qtbot, folder, monkeypatch):
    monkeypatch.setattr("core.corpus.folders.downloads", lambda: folder / "none")
    path = marked(folder / "données 東.csv", "mr,ref\n" + ROWS)
    with shown_page(qtbot) as page:
        drop_on_data(page, path)
        qtbot.waitUntil(named(page.importing, "Import this file").isEnabled)
        press(qtbot, page, "Import this file")
        wait_until_read(qtbot, page)
        assert shown_rows(page)[0] == ("name[Zizzi A], food[日本A]", "Zizzi Aは日本Aの店です。")


def test_a_model_is_dropped_on_the_models_page_and_exported(qtbot, folder, own_folders):
    path = made(folder / "modèle 東京 ü.safetensors")
    with shown_models(qtbot) as driven:
        driven.drop(path)
        driven.wait_until_copied()
        qtbot.waitUntil(lambda: "modèle 東京 ü" in driven.names())
    kept = own_folder() / path.name
    assert kept.read_bytes() == path.read_bytes()
    assert model_card.read(kept).name == "modèle 東京 ü"

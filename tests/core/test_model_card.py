import json
import subprocess
import sys
from pathlib import Path

import pytest

from core import model_card
from core.alphabet import Alphabet
from core.config import ModelConfig
from core.model_card import ModelCard, ModelCardError, Stored
from core.provenance import Figures, Provenance

ROOT = Path(__file__).resolve().parents[2]
CONFIG = ModelConfig(layers=2, hidden_size=7, copy=False, dropout=0.25)
CONTENT = {
    "format": 1,
    "config": {"layers": 2, "hidden_size": 7, "copy": False, "dropout": 0.25},
    "alphabet": "ab£東\n",
    "provenance": {"corpus": "E2E", "steps": 40, "dev_bleu": 0.5, "fine_tuned_from": "x"},
}


def file_of(header, path, *, length=None):
    """A safetensors file by its specification: eight bytes of length, JSON, then data."""
    header = header if isinstance(header, bytes) else json.dumps(header).encode()
    length = len(header) if length is None else length
    path.write_bytes(length.to_bytes(8, "little") + header)
    return path


def header_of(content, **others):
    return {"__metadata__": {"charcopy": json.dumps(content)}, **others}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "my.model.safetensors"


def test_a_card_written_by_hand(path):
    tensor = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}
    file_of(header_of(CONTENT, weight=tensor), path)
    path.write_bytes(path.read_bytes() + bytes(4))
    card = model_card.read(path)
    assert card.name == "my.model"
    assert card.stored == Stored(1, False, "")
    assert card.path == path
    assert card.config == CONFIG
    assert card.alphabet.characters == ("a", "b", "£", "東", "\n")
    assert card.provenance == Provenance(corpus="E2E", steps=40, dev_bleu=0.5, fine_tuned_from="x")


def test_what_a_card_writes_it_reads(path):
    card = ModelCard(
        "my.model",
        path,
        CONFIG,
        Alphabet.from_texts(["£é東🦆\n\x00"]),
        Provenance("Café", "CC BY 4.0", "someone", 9, 2, 3, 0.125, 7.5, "2026-01-01", "base"),
        (
            Figures("E2E", "dev", "greedy", "full", {"BLEU": 0.5, "n": 547}),
            Figures("E2E", "test", "beam of 10, reranked", scores={"BLEU": 0.625}),
        ),
    )
    assert model_card.read(file_of({"__metadata__": card.metadata()}, path)) == card


def test_without_torch():
    """Pages list models: it must be instant. Nothing under it may import torch or numpy's kin."""
    code = (
        "import sys; import core.model_card, core.runs, core.files;"
        "sys.exit('torch' in sys.modules or 'safetensors' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


BAD = {
    "empty": b"",
    "seven bytes": b"1234567",
    "no safetensors": b"PK\x03\x04" + b"\x00" * 100,
    "a pickle": b"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00\x8c\x05torch\x94.",
    "text": b"name,ref\nname[A],A is a place.\n" * 9,
    "a huge header": (2**40).to_bytes(8, "little") + b"{}",
    "the largest number": b"\xff" * 8 + b"{}",
    "a header just too long": (4_000_001).to_bytes(8, "little") + b" " * 4_000_001,
    "cut in its header": (100).to_bytes(8, "little") + b'{"__meta',
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD)
def test_what_does_not_begin_as_a_checkpoint(path, content):
    path.write_bytes(content)
    with pytest.raises(ModelCardError, match=r"my\.model\.safetensors is not a CharCopy"):
        model_card.read(path)


def without(key):
    return {k: v for k, v in CONTENT.items() if k != key}


def tensor_of(dtype, shape, size):
    return {"dtype": dtype, "shape": shape, "data_offsets": [0, size]}


STRANGE = {
    "no JSON": b"{{{{",
    "no UTF-8": b'{"\xff": 1}',
    "a list": b"[1, 2]",
    "nested beyond reason": b"[" * 200_000,
    "no metadata": {},
    "metadata of another": {"__metadata__": {"format": "pt"}},
    "metadata is a text": {"__metadata__": "charcopy"},
    "metadata is null": {"__metadata__": None},
    "content is a number": {"__metadata__": {"charcopy": 5}},
    "content is no JSON": {"__metadata__": {"charcopy": "{"}},
    "content is a list": header_of([]),
    **{f"no {key}": header_of(without(key)) for key in CONTENT},
    "format is a text": header_of(CONTENT | {"format": "1"}),
    "config is a list": header_of(CONTENT | {"config": []}),
    "an unknown setting": header_of(CONTENT | {"config": {"moon": 1}}),
    "a bad setting": header_of(CONTENT | {"config": {"layers": 0}}),
    "a character twice": header_of(CONTENT | {"alphabet": "aba"}),
    "alphabet is a number": header_of(CONTENT | {"alphabet": 5}),
    "alphabet holds words": header_of(CONTENT | {"alphabet": ["ab"]}),
    "alphabet holds numbers": header_of(CONTENT | {"alphabet": [1, 2]}),
    "provenance is a list": header_of(CONTENT | {"provenance": []}),
    "steps are a text": header_of(CONTENT | {"provenance": {"steps": "many"}}),
    "steps are beyond counting": header_of(CONTENT | {"provenance": {"steps": 10**400}}),
    "the corpus is a number": header_of(CONTENT | {"provenance": {"corpus": 5}}),
    "BLEU is no number": header_of(CONTENT | {"provenance": {"dev_bleu": float("nan")}}),
    "figures are a text": header_of(CONTENT | {"figures": "good"}),
    "a figure is infinite": header_of(CONTENT | {"figures": [{"BLEU": float("inf")}]}),
    "a figure is a list": header_of(CONTENT | {"figures": [{"BLEU": [1]}]}),
    "half a character": header_of(CONTENT | {"alphabet": "a\ud800"}),
    "half a character in a text": header_of(CONTENT | {"provenance": {"corpus": "\ud800"}}),
    "the same thing twice": b'{"__metadata__": {}, "__metadata__": {"charcopy": "{}"}}',
    "a tensor that is a text": header_of(CONTENT, weight="big"),
    "a tensor of nothing": header_of(CONTENT, weight={}),
    "a tensor of words": header_of(CONTENT, weight=tensor_of("WORDS", [1], 4)),
    "a tensor of less than no size": header_of(CONTENT, weight=tensor_of("F32", [-1], -4)),
    "a tensor larger than its bytes": header_of(CONTENT, weight=tensor_of("F32", [10**12], 4)),
    "a tensor of half a size": header_of(CONTENT, weight=tensor_of("F32", [0.5], 2)),
}


@pytest.mark.parametrize("header", STRANGE.values(), ids=STRANGE)
def test_what_says_something_strange_of_itself(path, header):
    with pytest.raises(
        ModelCardError, match=r"my\.model\.safetensors is not a CharCopy checkpoint: ."
    ):
        model_card.read(file_of(header, path))


def test_a_newer_format_says_so(path):
    """And nothing else of it is looked at: it may be quite different."""
    with pytest.raises(ModelCardError, match="made by a newer version"):
        model_card.read(file_of(header_of({"format": 2, "config": {"moon": 1}}), path))


def test_what_a_later_version_says_besides_is_passed_over(path):
    """And only beside what decides the texts: a switch that is not known is refused."""
    later = {"provenance": {"corpus": "E2E", "moon": 1}, "figures": [{"BLEU": 0.5, "how": "so"}]}
    card = model_card.read(file_of(header_of(CONTENT | later | {"weather": []}), path))
    assert card.provenance == Provenance("E2E")
    assert card.figures == (Figures(scores={"BLEU": 0.5}),)


def test_a_file_of_another_size_than_its_header_says(path):
    file_of(header_of(CONTENT, weight=tensor_of("F32", [10**9], 4 * 10**9)), path)
    with pytest.raises(ModelCardError, match=r"my\.model\.safetensors is damaged: it has \d\d\d b"):
        model_card.read(path)


def test_a_file_that_is_not_there_and_a_folder(tmp_path):
    for path in (tmp_path / "nothing.safetensors", tmp_path):
        with pytest.raises(ModelCardError, match="cannot be read"):
            model_card.read(path)


# Finding


@pytest.fixture
def folders(tmp_path):
    made = (tmp_path / "one", tmp_path / "two")
    for folder, names in zip(made, (("zebra", "ant"), ("bee", "ant")), strict=True):
        folder.mkdir()
        for name in names:
            file_of(header_of(CONTENT), folder / f"{name}.safetensors")
    (made[0] / "broken.safetensors").write_bytes(b"broken")
    (made[0] / "notes.txt").write_text("nothing")
    return made


def test_available_leaves_out_what_cannot_be_read(folders, tmp_path):
    assert [c.name for c in model_card.available(folders)] == ["ant", "ant", "bee", "zebra"]
    assert model_card.available([tmp_path / "nowhere"]) == []


def test_find_by_name_or_path(folders):
    assert model_card.find("ant", folders) == folders[0] / "ant.safetensors"
    assert model_card.find("bee", folders) == folders[1] / "bee.safetensors"
    direct = folders[0] / "broken.safetensors"
    assert model_card.find(str(direct), folders) == direct


@pytest.mark.parametrize("name", ["cow", "", "../one/zebra", "notes.txt"])
def test_find_says_which_there_are(folders, name):
    with pytest.raises(ModelCardError, match="the models are: ant, ant, bee, zebra"):
        model_card.find(name, folders)


def test_find_where_there_are_none(tmp_path):
    with pytest.raises(ModelCardError, match="none"):
        model_card.find("x", [tmp_path])

import contextlib
import dataclasses
import hashlib
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import safetensors.torch
import torch
from hypothesis import HealthCheck, given, settings, strategies

from core import checkpoint, model_card
from core.alphabet import Alphabet
from core.cancellation import Cancelled
from core.checkpoint import CheckpointError
from core.config import VARIANTS, DecodingConfig, ModelConfig
from core.decoding.steps import steps
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.provenance import Provenance
from core.records import GenerationFinished, Phase

ROOT = Path(__file__).parents[2]
ALPHABET = Alphabet(tuple("ab£東[]"))
CONFIG = ModelConfig(layers=2, hidden_size=4, attention_size=3, embedding_size=2, coverage=True)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "tiny.safetensors"


def saved(path, config=CONFIG, alphabet=ALPHABET):
    model = EdaCs.seeded(config, alphabet, 5)
    card = ModelCard("tiny", path, config, alphabet, Provenance("demo", steps=3, dev_bleu=0.5))
    checkpoint.save(card, model)
    return card, model


def rewritten(path, change):
    """The file with other tensors; its card is kept, but for the digest, as in older files."""
    with safetensors.safe_open(path, "pt") as file:
        content = json.loads(file.metadata()["charcopy"])
    content.pop("digest", None)
    metadata = {"charcopy": json.dumps(content)}
    tensors = safetensors.torch.load_file(path)
    change(tensors)
    safetensors.torch.save_file(tensors, path, metadata)


def text(model):
    config = DecodingConfig(max_length=8)
    last = list(steps(model, "a[東京]", Phase.TABLE_TO_TEXT, config))[-1]
    assert isinstance(last, GenerationFinished)
    return last.text, last.log_probability


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("coverage", [True, False])
@pytest.mark.parametrize("attend", [True, False])
def test_round_trip(path, variant, coverage, attend):
    config = dataclasses.replace(CONFIG, coverage=coverage, attend_last_character=attend)
    card, model = saved(path, config.with_variant(variant))
    loaded = checkpoint.load(path)
    assert loaded.card == card
    again = loaded.model()
    assert not again.training
    assert again.name == "tiny"
    assert again.config == card.config
    assert again.alphabet == ALPHABET
    own, theirs = model.state_dict(), again.state_dict()
    assert own.keys() == theirs.keys()
    assert all(torch.equal(own[name], theirs[name]) for name in own)
    assert text(again) == text(model.eval())


def test_it_is_a_safetensors_file_and_others_can_read_it(path):
    card, model = saved(path)
    tensors = safetensors.torch.load_file(path)
    assert tensors.keys() == model.state_dict().keys()
    assert model_card.read(path) == card


def test_the_model_owns_its_weights(path):
    saved(path)
    loaded = checkpoint.load(path)
    one, other = loaded.model(), loaded.model()
    with torch.no_grad():
        one.output.bias.add_(1)
    assert not torch.equal(one.output.bias, other.output.bias)
    assert torch.equal(other.output.bias, loaded.weights["output.bias"])


def test_saving_does_not_change_the_model(path):
    _, model = saved(path)
    model.train()
    checkpoint.save(ModelCard("tiny", path, CONFIG, ALPHABET), model)
    assert model.training
    assert all(p.requires_grad for p in model.parameters())


@pytest.mark.parametrize("share", [0, 0.001, 0.1, 0.5, 0.999])
def test_a_truncated_file(path, share):
    saved(path)
    content = path.read_bytes()
    path.write_bytes(content[: int(share * len(content))])
    with pytest.raises(CheckpointError, match=r"tiny\.safetensors"):
        checkpoint.load(path)


def test_bytes_too_many(path):
    saved(path)
    path.write_bytes(path.read_bytes() + b"more")
    with pytest.raises(CheckpointError, match="damaged"):
        checkpoint.load(path)


@pytest.mark.parametrize("content", [b"", b"garbage" * 99, b"\xff" * 64])
def test_garbage(path, content):
    path.write_bytes(content)
    with pytest.raises(CheckpointError, match="not a CharCopy checkpoint"):
        checkpoint.load(path)


class Bomb:
    """Unpickling this would make the file `exploded`."""

    def __init__(self, path):
        self.path = path

    def __reduce__(self):
        return (open, (str(self.path), "w"))


@pytest.mark.parametrize("suffix", [".safetensors", ".pt", ".pkl"])
def test_nothing_is_ever_unpickled(tmp_path, suffix):
    path, exploded = tmp_path / f"evil{suffix}", tmp_path / "exploded"
    torch.save({"model": Bomb(exploded)}, path)
    with pytest.raises(CheckpointError, match="not a CharCopy checkpoint"):
        checkpoint.load(path)
    assert not exploded.exists()


def test_what_is_not_there(path):
    with pytest.raises(CheckpointError, match="cannot be read"):
        checkpoint.load(path)


def missing(tensors):
    del tensors["output.bias"]


def surplus(tensors):
    tensors["moon"] = torch.zeros(2)


def misshapen(tensors):
    tensors["attention.energy"] = torch.zeros(7)


def whole_numbers(tensors):
    tensors["output.bias"] = torch.zeros(10, dtype=torch.int32)


def not_a_number(tensors):
    tensors["output.weight"][1, 1] = torch.nan


def infinite(tensors):
    tensors["output.weight"][1, 1] = torch.inf


def too_large(tensors):
    """Finite in double precision, and infinite in the network's own."""
    tensors["output.weight"] = tensors["output.weight"].double()
    tensors["output.weight"][1, 1] = 1e300


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (missing, "output.bias is missing"),
        (surplus, "'moon' has no place"),
        (misshapen, r"attention.energy has the shape \(7,\), not \(3,\)"),
        (whole_numbers, "output.bias holds torch.int32"),
        (not_a_number, "output.weight holds values that are not numbers"),
        (infinite, "output.weight holds values that are not numbers"),
        (too_large, "output.weight holds values that are not numbers"),
    ],
)
def test_weights_that_do_not_fit(path, change, says):
    saved(path)
    rewritten(path, change)
    with pytest.raises(CheckpointError, match=says):
        checkpoint.load(path).model()


def test_every_misfit_is_named(path):
    saved(path)
    for change in (missing, surplus, misshapen):
        rewritten(path, change)
    with pytest.raises(CheckpointError, match=r"tiny.*missing.*(shape.*moon|moon.*shape)"):
        checkpoint.load(path).model()


def test_another_alphabet_than_the_weights(path):
    _, model = saved(path)
    card = ModelCard("tiny", path, CONFIG, Alphabet(tuple("ab")))
    checkpoint.save(card, model)
    with pytest.raises(CheckpointError, match=r"embedding.weight has the shape \(10, 2\), not"):
        checkpoint.load(path).model()


def test_half_precision_takes_half_the_room_and_is_read_as_single(path):
    card, model = saved(path)
    whole = path.stat().st_size
    checkpoint.save(card, model, half=True)
    weights = sum(p.numel() for p in model.parameters())
    assert whole - path.stat().st_size == pytest.approx(2 * weights, abs=100), "of numbers"
    assert model_card.read(path).stored.is_half
    assert model_card.read(path).stored.weights == weights
    again = checkpoint.load(path).model()
    assert again.output.weight.dtype == torch.float32
    torch.testing.assert_close(again.output.weight, model.output.weight, atol=1e-3, rtol=1e-3)


def test_what_half_precision_cannot_hold_is_not_written(path):
    card, model = saved(path)
    before = path.read_bytes()
    with torch.no_grad():
        model.output.bias[3] = 70_000
    with pytest.raises(CheckpointError, match="a weight is too large"):
        checkpoint.save(card, model, half=True)
    assert path.read_bytes() == before


def test_no_byte_of_the_weights_can_be_changed_unnoticed(path):
    saved(path)
    content = path.read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    for place in range(start, len(content), 97):
        changed = bytearray(content)
        changed[place] ^= 1
        path.write_bytes(changed)
        with pytest.raises(CheckpointError, match="was changed after it was written"):
            checkpoint.load(path)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('\\"shift\\": true', '\\"shift\\": false'),
        ('\\"alphabet\\": \\"ab', '\\"alphabet\\": \\"ba'),
        ('"attention.energy"', '"attention.enerhy"'),
        ('"shape":[10,2]', '"shape":[2,10]'),
    ],
)
def test_nothing_that_decides_the_texts_can_be_changed_unnoticed(path, before, after):
    saved(path)
    content = path.read_bytes()
    assert content.count(before.encode()) == 1
    size = int.from_bytes(content[:8], "little") + len(after) - len(before)
    changed = content[8:].replace(before.encode(), after.encode())
    path.write_bytes(size.to_bytes(8, "little") + changed)
    with pytest.raises(CheckpointError, match="was changed after it was written"):
        checkpoint.load(path)


def test_an_older_file_has_no_digest_and_loads(path):
    _, model = saved(path)
    rewritten(path, lambda tensors: None)
    assert model_card.read(path).stored.digest == ""
    assert text(checkpoint.load(path).model()) == text(model.eval())


def test_loading_can_be_cancelled(path):
    saved(path)
    cancel = threading.Event()
    assert checkpoint.load(path, cancel).card.name == "tiny"
    cancel.set()
    with pytest.raises(Cancelled):
        checkpoint.load(path, cancel)


@pytest.mark.parametrize("setting", ["layers", "hidden_size", "embedding_size", "attention_size"])
@pytest.mark.parametrize("size", [10**6, 2**62, 10**300])
def test_a_file_that_claims_any_size_costs_nothing(path, setting, size):
    card, model = saved(path)
    checkpoint.save(dataclasses.replace(card, config=claiming(**{setting: size})), model)
    began = time.monotonic()
    with pytest.raises(CheckpointError, match=r"The weights of tiny\.safetensors do not fit: "):
        checkpoint.load(path).model()
    assert time.monotonic() - began < 5


def claiming(**sizes):
    return dataclasses.replace(CONFIG, **sizes)


def test_of_many_misfits_a_few_are_named(path):
    saved(path)
    rewritten(path, lambda t: t.update({f"../{'x' * 500}{i}": torch.zeros(1) for i in range(9)}))
    with pytest.raises(CheckpointError, match=r"'\.\./x+…' has no place.* and 4 more\.$") as raised:
        checkpoint.load(path).model()
    assert len(str(raised.value)) < 600


@pytest.fixture(scope="module")
def good_bytes(tmp_path_factory):
    path = tmp_path_factory.mktemp("good") / "tiny.safetensors"
    saved(path)
    return path.read_bytes()


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=strategies.data())
def test_no_bytes_do_anything_but_load_or_be_refused(path, good_bytes, data):
    """Cut, changed, doubled, in the header more often than elsewhere."""
    content = bytearray(good_bytes)
    header = 8 + int.from_bytes(content[:8], "little")
    for _ in range(data.draw(strategies.integers(1, 4))):
        end = data.draw(strategies.sampled_from([8, header, len(content)]))
        place = data.draw(strategies.integers(0, end))
        taken = data.draw(strategies.integers(0, 12))
        content[place : place + taken] = data.draw(strategies.binary(max_size=12))
    path.write_bytes(content)
    refusal = "tiny.safetensors"
    try:
        checkpoint.load(path).model()
    except CheckpointError as error:
        refusal = str(error)
    assert "tiny.safetensors" in refusal
    assert "\n" not in refusal


_JSON = strategies.recursive(
    strategies.none() | strategies.booleans() | strategies.floats() | strategies.integers()
    | strategies.text(max_size=5),
    lambda inner: strategies.lists(inner, max_size=3)
    | strategies.dictionaries(strategies.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=strategies.sampled_from(["", "config", "provenance"]), data=strategies.data())
def test_no_card_does_anything_but_load_or_be_refused(path, good_bytes, where, data):
    """The whole file is in order, its digest too; only the values are anybody's."""
    size = int.from_bytes(good_bytes[:8], "little")
    header = json.loads(good_bytes[8 : 8 + size])
    content = json.loads(header["__metadata__"]["charcopy"])
    del content["digest"]
    part = content[where] if where else content
    part[data.draw(strategies.sampled_from(sorted(part)))] = data.draw(_JSON)
    header["__metadata__"]["charcopy"] = json.dumps(content)
    written = json.dumps(header).encode()
    path.write_bytes(len(written).to_bytes(8, "little") + written + good_bytes[8 + size :])
    with contextlib.suppress(CheckpointError):
        card = checkpoint.load(path).card
        f"{card.provenance.dev_bleu or 0:.4f} {card.provenance.seconds:.1f}".encode()


def test_a_checkpoint_that_was_there_stays_whole(path, monkeypatch):
    saved(path)
    before = path.read_bytes()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        saved(path, dataclasses.replace(CONFIG, hidden_size=5))
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_loading_imports_nothing_of_torchs_compiler(path):
    """It takes as long to import as torch itself, and the window waits for the model."""
    saved(path)
    code = (
        "import sys; from pathlib import Path; from core import checkpoint;"
        f"checkpoint.load(Path({str(path)!r})).model();"
        "sys.exit('sympy' in sys.modules or 'torch._dynamo' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


def test_a_file_is_read_once_and_says_how_far(path, monkeypatch):
    saved(path)
    monkeypatch.setattr(checkpoint, "_CHUNK", path.stat().st_size // 4)
    opened, real = [], Path.open
    monkeypatch.setattr(Path, "open", lambda self, *how: opened.append(self) or real(self, *how))
    *progress, loaded = checkpoint.loading(path)
    monkeypatch.undo()
    assert opened == [path]
    assert [part.total for part in progress] == [path.stat().st_size] * len(progress)
    assert len(progress) >= 3
    assert progress[-1].done == progress[-1].total
    assert loaded.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


def test_reading_is_given_up_in_its_midst(path, monkeypatch):
    saved(path)
    monkeypatch.setattr(checkpoint, "_CHUNK", path.stat().st_size // 4)
    cancel = threading.Event()
    loading = checkpoint.loading(path, cancel)
    next(loading)
    cancel.set()
    with pytest.raises(Cancelled):
        next(loading)

import io
import json

import pytest
import safetensors.torch
import torch

from core import tensor_file
from core.tensor_file import DamagedError, NoTensorFileError


def read(content):
    return tensor_file.read_header(io.BytesIO(content))


def test_what_safetensors_writes_is_understood():
    tensors = {"a": torch.zeros(2, 3), "b": torch.zeros((), dtype=torch.float16)}
    content = safetensors.torch.save(tensors, {"key": "value"})
    file = io.BytesIO(content)
    header = tensor_file.read_header(file)
    assert header.metadata == {"key": "value"}
    assert {n: (t.dtype, t.shape) for n, t in header.tensors.items()} == {
        "a": ("F32", (2, 3)),
        "b": ("F16", ()),
    }
    assert header.weights == 7
    assert not header.is_half
    assert header.raw + file.read() == content
    assert len(content) - len(header.raw) == 26


def test_half_precision_is_told():
    assert read(safetensors.torch.save({"a": torch.zeros(2, dtype=torch.float16)})).is_half


@pytest.mark.parametrize("change", [lambda c: c[:-1], lambda c: c + b"."])
def test_a_file_of_another_size(change):
    content = change(safetensors.torch.save({"a": torch.zeros(2)}))
    with pytest.raises(DamagedError, match=f"{len(content)} bytes where its header speaks of "):
        read(content)


def test_a_header_of_ten_gigabytes_is_not_read():
    class Careful(io.BytesIO):
        def read(self, size=-1):
            assert 0 <= size <= tensor_file.LARGEST_HEADER
            return super().read(size)

    content = (10 * 2**30).to_bytes(8, "little") + b"{}"
    with pytest.raises(NoTensorFileError, match="does not begin as"):
        tensor_file.read_header(Careful(content))


def test_a_name_said_twice_is_refused():
    """One reader would take the first, another the last."""
    one = '"a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}'
    text = f"{{{one},{one}}}".encode()
    with pytest.raises(NoTensorFileError, match="the same thing twice"):
        read(len(text).to_bytes(8, "little") + text)


def test_a_name_out_of_a_file_is_fit_for_a_sentence():
    entry = {"a\n" * 900: {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}
    text = json.dumps(entry).encode()
    with pytest.raises(NoTensorFileError, match=r"^[^\n]{60,200}$"):
        read(len(text).to_bytes(8, "little") + text)

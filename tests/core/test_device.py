import ctypes
import dataclasses
import sys

import pytest
import torch

from core import device


@pytest.fixture
def machine(monkeypatch):
    """A machine with or without each kind of GPU, whatever this one has."""

    def of(*, cuda=False, mps=False, built="12.8"):
        monkeypatch.setattr(torch.cuda, "is_available", lambda: cuda)
        monkeypatch.setattr(torch.cuda, "get_device_name", lambda *_: "Old Faithful")
        monkeypatch.setattr(torch.backends.mps, "is_available", lambda: mps)
        monkeypatch.setattr(torch.version, "cuda", built)

    return of


@pytest.fixture
def _threads_as_before():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("requested", ["cpu", "auto"])
def test_the_cpu_needs_no_reason(machine, requested):
    machine()
    chosen = device.choose(requested)
    assert chosen.name == "cpu"
    assert chosen.description.startswith("CPU, ")
    assert chosen.reason == ""


@pytest.mark.parametrize(("built", "says"), [("12.8", "driver"), (None, "built without CUDA")])
def test_cuda_asked_and_absent_is_answered_with_the_cpu_and_the_reason(machine, built, says):
    machine(built=built)
    chosen = device.choose("cuda")
    assert chosen.name == "cpu"
    assert says in chosen.reason
    assert "the CPU is used" in chosen.reason


def test_an_apple_gpu_asked_and_absent(machine):
    machine()
    chosen = device.choose("mps")
    assert chosen.name == "cpu"
    assert "Apple GPU" in chosen.reason


def test_cuda_is_preferred_where_it_is(machine):
    machine(cuda=True)
    for requested in ("auto", "cuda"):
        chosen = device.choose(requested)
        assert (chosen.name, chosen.reason) == ("cuda", "")
        assert "Old Faithful" in chosen.description
    assert device.choose("cpu").name == "cpu"


def test_an_apple_gpu_is_used_only_when_asked_for(machine):
    machine(mps=True)
    assert device.choose("mps").name == "mps"
    assert device.choose("auto").name == "cpu"


@pytest.mark.parametrize("requested", ["", "gpu", "CPU", "cuda:0"])
def test_what_is_no_device(requested):
    with pytest.raises(ValueError, match="auto, cpu, cuda or mps"):
        device.choose(requested)


def test_all_that_can_be_used(machine):
    machine()
    assert [info.name for info in device.available()] == ["cpu"]
    machine(cuda=True, mps=True)
    assert [info.name for info in device.available()] == ["cpu", "cuda", "mps"]


@pytest.mark.usefixtures("_threads_as_before")
@pytest.mark.parametrize(
    ("asked", "cores", "given"), [(1, 8, 1), (3, 8, 3), (0, 8, 7), (0, 3, 2), (0, 2, 2), (0, 1, 1)]
)
def test_threads(monkeypatch, asked, cores, given):
    monkeypatch.setattr("os.cpu_count", lambda: cores)
    monkeypatch.delattr("os.sched_getaffinity", raising=False)
    monkeypatch.delenv("OMP_NUM_THREADS")
    device.set_threads(asked)
    assert torch.get_num_threads() == given


@pytest.mark.usefixtures("_threads_as_before")
@pytest.mark.parametrize(
    ("allowed", "variable", "given"),
    [(4, "", 3), (1, "", 1), (8, "2", 2), (2, "5", 2), (8, "x", 7)],
)
def test_no_more_threads_than_the_process_may_have(monkeypatch, allowed, variable, given):
    monkeypatch.setattr("os.cpu_count", lambda: 64)
    monkeypatch.setattr("os.sched_getaffinity", lambda _: set(range(allowed)), raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", variable)
    device.set_threads(0)
    assert torch.get_num_threads() == given


@pytest.mark.usefixtures("_threads_as_before")
@pytest.mark.parametrize(("count", "text"), [(1, "CPU, 1 thread"), (2, "CPU, 2 threads")])
def test_the_cpu_in_words(machine, count, text):
    machine()
    device.set_threads(count)
    assert device.choose("cpu").description == text
    assert dataclasses.replace(device.choose("cpu")) == device.choose("auto")


@pytest.mark.skipif(sys.platform != "linux", reason="needs glibc's or another Linux library")
def test_large_blocks_are_kept_while_wanted_and_given_back_afterwards():
    """Asked again and again for a large block, it soon brings no new pages in; then they go.

    Soon, not at once: where the free room is parted, several rounds find each its own place.
    """
    resource = pytest.importorskip("resource")
    if not hasattr(ctypes.CDLL(None), "mallopt"):
        pytest.skip("this C library has no mallopt")

    def pages_of_a_block():
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        torch.empty(10_000_000).fill_(1)
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    with device.large_blocks_kept():
        assert any(pages_of_a_block() < 100 for _ in range(200))
    assert pages_of_a_block() > 1000

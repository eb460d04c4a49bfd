"""Plain torch, whatever a test before has chosen."""

import contextlib

import pytest

from core import kernels

# Where `kernels.prepare` keeps them, no matter which test imports the compiled ones first.
with contextlib.suppress(ImportError):
    kernels._settle_cache()


@pytest.fixture(autouse=True)
def _plain_torch(monkeypatch):
    monkeypatch.setattr(kernels, "_chosen", [None])

"""Plain torch, whatever a test before has chosen."""

import pytest

from core import kernels


@pytest.fixture(autouse=True)
def _plain_torch(monkeypatch):
    monkeypatch.setattr(kernels, "_chosen", [None])

"""The compiled kernels are those that `kernels.prepare` keeps: they are not compiled again here."""

import contextlib

import pytest

from core import kernels

# Numba asks for the folder once, when the modules are imported, which these tests do at once.
with contextlib.suppress(ImportError):
    kernels._settle_cache()


@pytest.fixture(autouse=True)
def _compiled(compiled_kernels):
    """All kernels are there before the first test counts its seconds."""

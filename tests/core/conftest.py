"""Data that lies beside the repository on some machines, and is no part of it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"


@pytest.fixture
def shared_data() -> Path:
    """The folder `shared` beside the repository; tests that need it are skipped without it."""
    if not SHARED.is_dir():
        pytest.skip(f"needs the folder {SHARED}, which is not part of the project")
    return SHARED

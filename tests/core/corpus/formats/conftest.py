from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path):
    """Writes a file, text as UTF-8, in a folder whose name not every program can open."""
    folder = tmp_path / "Café 東京"
    folder.mkdir()

    def write(content: str | bytes, name: str = "set.csv") -> Path:
        path = folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write

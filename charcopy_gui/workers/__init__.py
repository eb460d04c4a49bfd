"""Long work, each kind in one long-lived thread of its own; the only rooms that know torch."""


def import_torch_before_qt() -> None:
    """Load torch now: on Windows its libraries load only if they come before Qt's."""
    from core import device  # noqa: F401

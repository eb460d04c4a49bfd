"""Training runs on the disk: a folder each, what became of it, the list of all, curves and samples.

The list and the status are read in an instant; `curves` and `samples` load numpy, so whoever wants
them imports them by themselves.
"""

from core.runs.folder import RunError, RunFolder
from core.runs.status import RunState, RunStatus

__all__ = ["RunError", "RunFolder", "RunState", "RunStatus"]

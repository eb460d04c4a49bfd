"""What stands around the pages: what they are joined to, and what they say to the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from charcopy_gui.frame.closing import Closing
from charcopy_gui.frame.memory import Memory
from charcopy_gui.links.generate import GenerateLink
from charcopy_gui.links.model_list import ModelList
from charcopy_gui.pages.generate.page import GeneratePage

if TYPE_CHECKING:
    from charcopy_gui.workers.comparison import Comparison
    from charcopy_gui.workers.evaluation import Evaluation
    from charcopy_gui.workers.generation import Generation
    from charcopy_gui.workers.training import Training
    from charcopy_gui.workers.trial import Trial


@dataclass(frozen=True, slots=True)
class WorkerMakers:
    """How workers are made, each when its page is; None for the worker that there is."""

    training: Callable[[], Training]
    evaluation: Callable[[], Evaluation] | None = None
    reading: Callable[[], Generation] | None = None
    """It writes for the Read back page."""
    comparison: Callable[[], Comparison] | None = None
    trial: Callable[[], Trial] | None = None


class Surroundings(QObject):
    """What pages have to say to the rest of the window comes from here, whichever said it."""

    abilities_changed = Signal()
    failed = Signal(object)
    """A Failure, to be shown in a dialog."""
    progress_changed = Signal(int, object)
    """Index of a page, and how much of its work is done; None when it is over."""
    generate_requested = Signal(str, object)
    """An MR to write for, and the model's path; None for the one in use."""
    use_requested = Signal(object)
    """The path of a model to write with from now on."""
    history_made = Signal(object)
    """A QUndoStack of a page, active while the page is seen."""
    writing_made = Signal(object, object)
    """A page on which something is written that can be saved, and its WritingLink."""
    noticed = Signal(str)
    """A sentence that is good to know."""
    send_requested = Signal(str)
    """An MR for the table on Generate."""
    edit_requested = Signal()
    """The table on Generate is to be changed."""
    train_requested = Signal(str)
    """The name or path of a corpus to train on."""
    fine_tune_requested = Signal(object)
    """The path of a model to train on from."""
    evaluate_requested = Signal(object)
    """The path of a model to score."""
    compare_requested = Signal(object)
    """Paths of models that are to write for the same table."""
    answered = Signal(object)
    """OwnFiles: how people's files are to be read."""
    run_offered = Signal(object)
    """The RunSummary of a run that was cut off, and can go on."""
    run_begun = Signal()
    resume_wanted = Signal(object)
    """The folder of the run that was offered is to go on."""
    leave_wanted = Signal(object)
    """It is not to be offered again."""
    catalogue_changed = Signal(object)
    """The Catalogue of the Data page, for others that choose a corpus."""

    def __init__(
        self,
        memory: Memory,
        models: ModelList,
        closing: Closing,
        generate_link: GenerateLink,
        generate: GeneratePage,
        workers: WorkerMakers,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.memory = memory
        self.models = models
        self.closing = closing
        self.generate_link = generate_link
        self.generate = generate
        self.workers = workers

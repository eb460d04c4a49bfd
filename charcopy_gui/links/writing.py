"""What every link between a page on which texts are written and its worker has to do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, TypeAlias

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.pages.output.instrument import Instrument
from charcopy_gui.plots.throttle import Throttle
from charcopy_gui.workers.generation import Generation
from charcopy_gui.workers.requests import ModelReady
from core.config import DecodingConfig
from core.generation_tree import BranchRequest, GenerationTree
from core.records import Failure, GenerationRecord, GenerationStarted, Phase, Progress
from core.session import Session

_Work: TypeAlias = Callable[[Path, str], None]
"""Asks for something of a model on a device."""


class WritingPage(Protocol):
    """What a page is told while texts are written for it."""

    instrument: Instrument

    def line(self) -> str | None:
        """What stands there to be written from; None where it is being edited."""

    def show_session(self, session: Session) -> None:
        """Show what was kept."""

    def begin(self, activity: Activity) -> None:
        """Something goes on from now on."""

    def end(self) -> None:
        """Whatever went on has ended, however it did."""

    def show_records(self, records: Sequence[GenerationRecord]) -> None:
        """Show what the network did since the last time."""

    def show_failure(self, failure: Failure) -> None:
        """Say that it did not work."""


class WritingLink(QObject):
    """Carries requests to the worker, in one phase of the network, and records to the page.

    It knows which model is to write, on which device, and whether it is loaded.
    """

    started = Signal(str)
    """A text begins for this source."""
    loading = Signal(object)
    """How much of a model is loaded, as a share; None once that is over."""
    model_ready = Signal(object)
    """A ModelReady: the model is loaded."""
    failed = Signal(object)
    """A Failure, once the page has said it."""
    noticed = Signal(str)
    """A sentence that is good to know: a session was made with another model than this one."""

    def __init__(
        self,
        page: WritingPage,
        generation: Generation,
        model: Path | None,
        device: str,
        phase: Phase = Phase.TABLE_TO_TEXT,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._generation = generation
        self._model = model
        self._device = device
        self._phase = phase
        self._asked = device
        """The device that the newest job was asked for; `_device` may be another by now."""
        self._ready: tuple[Path, str, ModelReady] | None = None
        self._work: _Work | None = None
        self._session: Session | None = None
        """One that is shown, and whose model was not yet compared with the one in use."""
        self._sha256s: dict[int, str] = {}
        """By run: of the file of the model that wrote it, where that is known."""
        self._throttle = Throttle(self)
        self._throttle.drained.connect(page.show_records)
        generation.loading.connect(self._show_loading)
        generation.model_ready.connect(self._take_model)
        generation.record.connect(self._note_model)
        generation.record.connect(self._throttle.push)
        generation.failed.connect(self.show_failure)
        generation.ended.connect(self._end)

    @property
    def model(self) -> Path | None:
        """The checkpoint that writes; None where there is none yet."""
        return self._model

    @property
    def device(self) -> str:
        """The device that was asked for."""
        return self._device

    @property
    def ready(self) -> ModelReady | None:
        """The model that is to write, once it was loaded on the device that is asked for."""
        if self._ready is None or self._ready[:2] != (self._model, self._device):
            return None
        return self._ready[2]

    @property
    def has_text(self) -> bool:
        """Whether there is anything that could be kept."""
        tree = self._page.instrument.tree
        return tree is not None and tree.has_text

    def session(self) -> Session | None:
        """What is seen, as it is now."""
        shown, line = self._page.instrument, self._page.line()
        tree = shown.tree
        if tree is None or not tree.has_text or shown.branch not in tree:
            return None
        if line is None:  # The text's own can be read.
            line = "".join(tree.source.characters[1:-1])
        sha256 = self._sha256s.get(tree.run, "")
        return Session(line, tree.copy(), sha256, shown.branch, shown.stepping.step)

    def say_saved(self, path: Path) -> None:
        """Say on the page that what is seen there was written into a file."""
        self._page.instrument.output.status.say(f"Saved as {path.name} in {path.parent.name}.")

    def show_session(self, session: Session) -> None:
        """Show what was kept; what-ifs are by the model in use, and it is said if it is another."""
        self._session = session
        self._sha256s[session.tree.run] = session.model_sha256
        self._generation.pass_over(session.tree.run)
        self.drop()
        self._page.show_session(session)
        if self.model is None:
            self._session = None
            self.noticed.emit(
                f"This session was made with the model {session.model}, and no model here can"
                " continue it: the saved text is shown, and nothing can be written."
            )

    def set_model(self, path: Path | None) -> None:
        """Let another model write from the next request on."""
        self._model = path

    def set_device(self, device: str) -> None:
        """Write on another device from the next request on."""
        self._device = device

    def load(self) -> None:
        """Have the model ready now; a text that is being written is begun anew with it."""
        if self._model is not None:
            self._page.begin(Activity.LOADING)
            self._ask(self._model, self._work or self._generation.load)

    def write(self, source: str, config: DecodingConfig) -> None:
        """Write from a source; nothing happens without a model."""
        if self._model is None:
            return
        self._session = None
        self._page.instrument.expect(config)
        self.started.emit(source)
        phase, generate = self._phase, self._generation.generate
        self._begin(
            self._model, lambda model, device: generate(model, device, source, config, phase)
        )

    def branch(self, tree: GenerationTree, request: BranchRequest) -> None:
        """Write a branch that was planned in a tree; what is still being written of it is stopped.

        Without a model it ends at once.
        """
        self._throttle.flush()
        if self._model is None:
            self._page.show_records([tree.stopped(request.branch)])
            return
        source, branch = "".join(tree.source.characters[1:-1]), self._generation.branch
        config, phase = tree.config, tree.phase
        self._begin(
            self._model,
            lambda model, device: branch(model, device, source, config, phase, request),
        )
        # The worker goes on to the newest request, and says nothing more of those before.
        ends = [tree.stopped(part.id) for part in tree if part.ending is None]
        self._page.show_records([end for end in ends if end.branch != request.branch])

    def drop(self) -> None:
        """Hear nothing more of what is being written, and have the model ready."""
        self._throttle.flush()
        self._work = None
        self.load()

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        """Say on the page what went wrong."""
        self._throttle.flush()
        self._page.show_failure(failure)
        self.failed.emit(failure)

    def _begin(self, model: Path, work: _Work) -> None:
        self._work = work
        self._page.begin(Activity.WRITING if self.ready else Activity.LOADING)
        self._ask(model, work)

    def _ask(self, model: Path, work: _Work) -> None:
        self._asked = self._device
        work(model, self._device)

    @Slot(object)
    def _note_model(self, record: GenerationRecord) -> None:
        """Know who wrote a run, also when undo brings it back after another model wrote."""
        if isinstance(record, GenerationStarted) and self._ready is not None:
            self._sha256s.setdefault(record.run, self._ready[2].sha256)

    @Slot(object)
    def _show_loading(self, progress: Progress) -> None:
        self.loading.emit(progress.done / progress.total if progress.total else 0.0)

    @Slot(object)
    def _take_model(self, ready: ModelReady) -> None:
        self.loading.emit(None)
        self._ready = ready.card.path, self._asked, ready
        self.model_ready.emit(ready)
        if self._session is None:
            return
        session, self._session = self._session, None
        known = session.model_sha256 and ready.sha256
        same = (session.model_sha256 == ready.sha256) if known else session.model == ready.card.name
        if not same:
            self.noticed.emit(_difference(session.model, ready.card.name))

    @Slot()
    def _end(self) -> None:
        self.loading.emit(None)
        self._throttle.flush()
        self._work = None
        self._page.end()


def _difference(kept: str, used: str) -> str:
    which = f"another model named {kept}" if kept == used else f"the model {kept}"
    return (
        f"This session was made with {which}, which is not available. The saved text is shown"
        f" unchanged; what-ifs are written by {used}."
    )

"""The link between the Generate page and the generation worker."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.output.activity import Activity
from charcopy_gui.plots.throttle import Throttle
from charcopy_gui.workers.generation import Generation, ModelReady
from core import model_card
from core.config import DecodingConfig
from core.records import Failure, FailureKind

_NO_MODEL = "There is no model yet: train one, or open one under File, Open model."


class GenerateLink(QObject):
    """Carries requests from the page to the worker, and records from the worker to the page.

    It knows which model is to write, on which device, and whether it is loaded.
    """

    started = Signal(str)
    """A text begins for this meaning representation."""
    model_chosen = Signal(object)
    """The ModelCard of the model that writes from now on."""
    device_chosen = Signal(str)
    """The device that was asked for."""
    model_ready = Signal(object)
    """A ModelReady: the model is loaded."""
    failed = Signal(object)
    """A Failure, once the page has said it."""

    def __init__(
        self,
        page: GeneratePage,
        generation: Generation,
        model: Path | None,
        device: str,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._generation = generation
        self._model = model
        self._device = device
        self._ready: tuple[Path, str] | None = None
        self._request: tuple[str, DecodingConfig] | None = None
        self._throttle = Throttle(self)
        page.runs.set_device(device)
        page.generate_requested.connect(self._generate)
        page.stop_requested.connect(generation.stop)
        page.device_requested.connect(self._choose_device)
        generation.model_ready.connect(self._show_model)
        generation.record.connect(self._throttle.push)
        generation.failed.connect(self.show_failure)
        generation.ended.connect(self._end)
        self._throttle.drained.connect(page.show_records)

    @property
    def model(self) -> Path | None:
        """The checkpoint that writes; None where there is none yet."""
        return self._model

    @property
    def device(self) -> str:
        """The device that was asked for."""
        return self._device

    @Slot(object)
    def choose_model(self, path: Path) -> None:
        """Let another model write the table anew, once its card could be read."""
        try:
            card = model_card.read(path)
        except model_card.ModelCardError as error:
            self.show_failure(Failure(FailureKind.INPUT, str(error)))
            return
        self._model = path
        self.model_chosen.emit(card)
        request = self._page.request()
        if request is None:
            self._load()
        else:
            self._generate(*request)

    @Slot(object)
    def show_failure(self, failure: Failure) -> None:
        """Say on the page what went wrong."""
        self._throttle.flush()
        self._page.show_failure(failure)
        self.failed.emit(failure)

    @Slot(str)
    def _choose_device(self, device: str) -> None:
        self._device = device
        self.device_chosen.emit(device)
        self._load()

    def _load(self) -> None:
        if self._model is None:
            return
        self._page.begin(Activity.LOADING)
        if self._request is None:
            self._generation.load(self._model, self._device)
        else:
            self._generation.generate(self._model, self._device, *self._request)

    @Slot(object, object)
    def _generate(self, mr: str, config: DecodingConfig) -> None:
        if self._model is None:
            self._page.output.say_error(_NO_MODEL)
            return
        self.started.emit(mr)
        self._request = mr, config
        loaded = self._ready == (self._model, self._device)
        self._page.begin(Activity.WRITING if loaded else Activity.LOADING)
        self._generation.generate(self._model, self._device, mr, config)

    @Slot(object)
    def _show_model(self, ready: ModelReady) -> None:
        self._ready = (ready.card.path, self._device)
        self._page.set_model(ready.card, self._device, ready.device)
        self.model_ready.emit(ready)

    @Slot()
    def _end(self) -> None:
        self._throttle.flush()
        self._request = None
        self._page.end()

"""The pages by their names, each made when somebody asks for it, or when there is time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from charcopy_gui.frame.page_stack import PageStack
from charcopy_gui.page_names import PAGES
from charcopy_gui.pages.generate.page import GeneratePage
from charcopy_gui.pages.page import Page
from charcopy_gui.window.page_makers.surroundings import Surroundings

if TYPE_CHECKING:
    from charcopy_gui.pages.compare.page import ComparePage
    from charcopy_gui.pages.data.page import DataPage
    from charcopy_gui.pages.evaluate.page import EvaluatePage
    from charcopy_gui.pages.models.page import ModelsPage
    from charcopy_gui.pages.read_back.page import ReadBackPage
    from charcopy_gui.pages.train.page import TrainPage

GENERATE, READ_BACK, TRAIN, EVALUATE, DATA, MODELS, COMPARE = map(
    PAGES.index, ("Generate", "Read back", "Train", "Evaluate", "Data", "Models", "Compare")
)


class WindowPages(PageStack):
    """The Generate page is there from the start; whoever asks for another has it made now."""

    def __init__(self, generate: GeneratePage, around: Surroundings) -> None:
        made: dict[int, Callable[[], Page]] = {
            GENERATE: lambda: generate,
            READ_BACK: lambda: _read_back(around),
            TRAIN: lambda: _train(around),
            EVALUATE: lambda: _evaluate(around),
            DATA: lambda: _data(around),
            MODELS: lambda: _models(around),
            COMPARE: lambda: _compare(around),
        }
        super().__init__([made[index] for index in range(len(PAGES))])

    @property
    def read_back(self) -> ReadBackPage:
        """The Read back page."""
        return cast("ReadBackPage", self.page(READ_BACK))

    @property
    def train(self) -> TrainPage:
        """The Train page."""
        return cast("TrainPage", self.page(TRAIN))

    @property
    def evaluate(self) -> EvaluatePage:
        """The Evaluate page."""
        return cast("EvaluatePage", self.page(EVALUATE))

    @property
    def data(self) -> DataPage:
        """The Data page."""
        return cast("DataPage", self.page(DATA))

    @property
    def models(self) -> ModelsPage:
        """The Models page."""
        return cast("ModelsPage", self.page(MODELS))

    @property
    def compare(self) -> ComparePage:
        """The Compare page."""
        return cast("ComparePage", self.page(COMPARE))


# What a page is made of is imported when it is: it would hold up the first paint.


def _read_back(around: Surroundings) -> ReadBackPage:
    from charcopy_gui.window.page_makers.read_back import read_back_page

    return read_back_page(around)


def _train(around: Surroundings) -> TrainPage:
    from charcopy_gui.window.page_makers.train import train_page

    return train_page(around)


def _evaluate(around: Surroundings) -> EvaluatePage:
    from charcopy_gui.window.page_makers.evaluate import evaluate_page

    return evaluate_page(around)


def _data(around: Surroundings) -> DataPage:
    from charcopy_gui.window.page_makers.data import data_page

    return data_page(around)


def _models(around: Surroundings) -> ModelsPage:
    from charcopy_gui.window.page_makers.models import models_page

    return models_page(around)


def _compare(around: Surroundings) -> ComparePage:
    from charcopy_gui.window.page_makers.compare import compare_page

    return compare_page(around)

import pytest

from charcopy_gui.appearance.theme import LIGHT
from charcopy_gui.pages.evaluate.results_area import ResultsArea


@pytest.fixture
def area(qtbot):
    area = ResultsArea()
    area.set_theme(LIGHT)
    qtbot.addWidget(area)
    area.resize(900, 700)
    with qtbot.waitExposed(area):
        area.show()
    return area

import pytest
from instrument_bench import Bench


@pytest.fixture
def bench(qtbot):
    made = Bench()
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made

"""The scroll bar under the plots, seen through the trace that it is a part of."""

from PySide6.QtWidgets import QApplication, QScrollBar
from trace_records import source, steps

from charcopy_gui.plots.trace_view import TraceView


def test_it_comes_below_the_plots_and_goes_without_moving_them(qtbot):
    trace = TraceView()
    qtbot.addWidget(trace)
    trace.resize(900, 600)
    with qtbot.waitExposed(trace):
        trace.show()
    trace.start(source())
    trace.append(steps("x" * 76))
    bar = trace.findChild(QScrollBar)
    QApplication.processEvents()
    place = trace.canvas.geometry()
    assert not bar.isVisible()
    for width in (400, 900, 410):
        trace.resize(width, 600)
        QApplication.processEvents()
        assert bar.isVisible() == (width < 900)
        now = trace.canvas.geometry()
        assert (now.top(), now.bottom()) == (place.top(), place.bottom())
        assert bar.geometry().top() > now.bottom()
        assert trace.rect().contains(bar.geometry())

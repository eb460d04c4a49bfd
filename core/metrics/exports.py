"""Reports as other programs read them: tables of figures, and every text with what was found."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path

from core.files import write_atomically
from core.metrics.report import Report, ScoredText
from core.metrics.slots.findings import SlotFindings, SlotState

COLUMNS = ("BLEU", "NIST", "METEOR", "ROUGE_L", "CIDEr", "SER", "exact_copy", "n")
"""The figures in the order of the published tables."""
_NONE = "–"
_LATEX = str.maketrans(
    {c: f"\\{c}" for c in "&%$#_{}"}
    | {"~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)
_TOLD = {
    SlotState.OTHER_WORDS: "in other words",
    SlotState.WRONG: "wrong",
    SlotState.MISSING: "missing",
    SlotState.UNCHECKED: "not checked",
}


def to_csv(reports: Iterable[Report]) -> str:
    """One row a system, figures in full."""
    rows = (
        (report.system, report.corpus, report.protocol.value, *_full(report)) for report in reports
    )
    return rows_to_csv(("system", "corpus", "protocol", *COLUMNS), rows)


def to_markdown(reports: Iterable[Report]) -> str:
    """A table with a row a system, rounded as the published tables are."""
    head = ("System", "Corpus", *COLUMNS)
    lines = [head, ("---", "---", *("---:" for _ in COLUMNS))]
    lines += [(*map(_markdown, (r.system, r.corpus)), *rounded(r)) for r in reports]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def to_latex(reports: Iterable[Report]) -> str:
    """The same table as a LaTeX tabular; it needs no package."""
    lines = [("System", "Corpus", *COLUMNS), *((r.system, r.corpus, *rounded(r)) for r in reports)]
    body = [" & ".join(cell.translate(_LATEX) for cell in line) + r" \\" for line in lines]
    return "\n".join(
        (
            rf"\begin{{tabular}}{{ll{'r' * len(COLUMNS)}}}",
            r"\hline",
            body[0],
            r"\hline",
            *body[1:],
            r"\hline",
            r"\end{tabular}",
            "",
        )
    )


def texts_to_csv(report: Report) -> str:
    """One row a text, in the order of the set: its figures and what was found of its slots."""
    figures = [name for name in COLUMNS if name != "n"]
    rows = (
        (
            one.mr,
            one.text,
            *one.references[:1],
            slots_told(one.findings),
            extras_told(one.findings),
            *_texts_figures(one, figures),
        )
        for one in report.texts
    )
    return rows_to_csv(("mr", "text", "reference", "slots", "invented", *figures), rows)


def rows_to_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """CSV text; None is an empty field."""
    content = io.StringIO(newline="")
    writer = csv.writer(content, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows(rows)
    return content.getvalue()


def save_sheet(path: Path, text: str) -> None:
    """Write CSV that people read; without its mark, spreadsheets on Windows show £ as Â£.

    Raises:
        OSError: the file cannot be written.
    """
    write_atomically(path, text.encode("utf-8-sig"))


def slots_told(findings: SlotFindings) -> str:
    """Every slot that is not there verbatim, such as "near[Ranch] missing; area[…] wrong"."""
    told = []
    for slot in findings.slots:
        name = f"{slot.name}[{slot.value}]"
        if slot.state is SlotState.NEAR_COPY:
            told.append(f"{name} copied with {slot.distance} wrong")
        elif slot.state in _TOLD:
            told.append(f"{name} {_TOLD[slot.state]}")
    return "; ".join(told)


def extras_told(findings: SlotFindings) -> str:
    """Values that the text has beside what it should say."""
    invented = [f"{extra.name}[{extra.value}]" for extra in findings.invented]
    repeated = [f"{extra.name}[{extra.value}] again" for extra in findings.repeated]
    return "; ".join(invented + repeated)


def rounded(report: Report) -> list[str]:
    """The figures as people read them: four decimals, shares in per cent."""
    return [_rounded(name, value) for name, value in _figures(report).items()]


def _figures(report: Report) -> dict[str, float | int | None]:
    values = report.to_mapping()
    return {name: values[name] for name in COLUMNS}


def _full(report: Report) -> list[float | int | None]:
    return list(_figures(report).values())


def _texts_figures(one: ScoredText, names: Sequence[str]) -> list[float | None]:
    values = one.figures.to_mapping()
    return [values[name] for name in names]


def _rounded(name: str, value: float | None) -> str:
    if value is None:
        return _NONE
    if name == "n":
        return str(value)
    return f"{value:.2%}" if name in ("SER", "exact_copy") else f"{value:.4f}"


def _markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|")

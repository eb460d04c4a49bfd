"""What crosses the border between core and window.

Records are frozen and slotted, hold builtins and numpy arrays only, own their arrays, and can be
pickled, so that they may cross a thread or a process.
"""

from core.records.generation import (
    END_LABEL,
    START_LABEL,
    Candidate,
    CharacterStep,
    Ending,
    FloatArray,
    GenerationFinished,
    GenerationRecord,
    GenerationStarted,
    HypothesesFound,
    Hypothesis,
    Phase,
    SearchProgress,
    SearchStage,
    SlotSpan,
    SourceView,
    WhatIf,
)
from core.records.training import (
    DevScores,
    Sample,
    TrainingPoint,
    TrainingRecord,
    Transfer,
)
from core.records.work import (
    DeviceInfo,
    Failure,
    FailureKind,
    Progress,
)

__all__ = [
    "END_LABEL",
    "START_LABEL",
    "Candidate",
    "CharacterStep",
    "DevScores",
    "DeviceInfo",
    "Ending",
    "Failure",
    "FailureKind",
    "FloatArray",
    "GenerationFinished",
    "GenerationRecord",
    "GenerationStarted",
    "HypothesesFound",
    "Hypothesis",
    "Phase",
    "Progress",
    "Sample",
    "SearchProgress",
    "SearchStage",
    "SlotSpan",
    "SourceView",
    "TrainingPoint",
    "TrainingRecord",
    "Transfer",
    "WhatIf",
]

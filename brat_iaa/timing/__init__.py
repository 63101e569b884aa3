"""How long annotation took, from brat's annotation log: reading it (log.py), minutes (minutes.py),
against disagreement.
"""

from brat_iaa.timing.log import AnnotationLog, Record, find_log, read_log
from brat_iaa.timing.minutes import (
    IDLE,
    AnnotationTime,
    DocumentTime,
    annotation_time,
    time_of_project,
)

__all__ = [
    "AnnotationLog",
    "AnnotationTime",
    "DocumentTime",
    "IDLE",
    "Record",
    "annotation_time",
    "find_log",
    "read_log",
    "time_of_project",
]

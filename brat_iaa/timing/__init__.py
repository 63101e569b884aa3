"""How long annotation took, by brat's annotation log, and whether it goes with disagreement."""

from brat_iaa.timing.log import find_log, read_log
from brat_iaa.timing.minutes import IDLE, time_of_project

__all__ = ["IDLE", "find_log", "read_log", "time_of_project"]

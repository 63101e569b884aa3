"""A row of the table that run.py prints: something that was measured."""

from dataclasses import dataclass, field
from typing import Optional


@dataclass
class Row:
    """What was counted of one thing; None: not measured here.

    what     in words
    cases    attempts: acknowledged things, requests
    faults   faults that were brought about
    lost     acknowledged things that were gone or changed, states that are neither old nor new
    leaked   bytes of others' work where they must not be
    stopped  attempts that failed and should not have
    said     list of the first things that went wrong, in words
    """

    what: str
    cases: int = 0
    faults: Optional[int] = None
    lost: Optional[int] = None
    leaked: Optional[int] = None
    stopped: Optional[int] = None
    seconds: float = 0.0
    more: str = ""
    said: list = field(default_factory=list)

    @property
    def good(self):
        """Whether nothing went wrong, and something was measured."""
        return self.cases > 0 and not (self.lost or self.leaked or self.stopped)

"""Two states of a project compared, be they snapshots, directories or the files as they are."""

from functools import cached_property

from brat_iaa.phases.changes import changes
from brat_iaa.phases.differences import common_part, differences


class ComparedStates:
    """before, after: the Agreements of an earlier and a later state; common: their CommonPart"""

    def __init__(self, before, after):
        self.before, self.after = before, after
        self.common = common_part(before, after)

    @cached_property
    def changes(self) -> list:
        """List of PlaceChange."""
        return changes(self.before, self.after, self.common)

    @cached_property
    def differences(self) -> list:
        """List of Difference."""
        return differences(self.common, self.after.config)

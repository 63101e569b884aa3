"""A draft for the adjudicator: what annotators agree on as a new brat collection, notes where they do not."""

from brat_iaa.adjudication.drafting import Draft, draft
from brat_iaa.adjudication.votes import RULES

__all__ = ["Draft", "RULES", "draft"]

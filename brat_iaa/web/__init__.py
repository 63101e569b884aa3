"""The pages: they select, sort and format what study, views and disagreements hand them; no
arithmetic on scores.
"""

from brat_iaa.web.app import create_app

__all__ = ["create_app"]

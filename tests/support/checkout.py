"""Where things are in this checkout."""

from pathlib import Path

SUPPORT = Path(__file__).parent
TESTS = SUPPORT.parent
CHECKOUT = TESTS.parent
PROJECTS = TESTS / "data" / "projects"
DEMO = CHECKOUT / "brat_iaa" / "demo" / "project"

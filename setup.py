"""The description for a registry: the README without what only a checkout has beside it."""

import re
from pathlib import Path

from setuptools import setup

README = (Path(__file__).parent / "README.md").read_text("utf-8")
# Pictures go; a link to a file becomes its words.
SHOWN = re.sub(r"!\[[^]]*\]\((?!https?:)[^)]*\)\n*", "", README)
SHOWN = re.sub(r"\[([^]]+)\]\((?!https?:|#)[^)]*\)", r"\1", SHOWN)

setup(long_description=SHOWN, long_description_content_type="text/markdown")

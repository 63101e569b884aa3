"""What pages show of the demo's projects to who leads and who annotates, as it stands in
tests/data/golden/pages.

After a change that is meant: python tests/web/test_golden_pages.py, and read the difference.
"""

import html
import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent.parent
if __name__ == "__main__":
    sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests" / "support")]

from viewers import Viewer  # noqa: E402

from brat_iaa.web import background  # noqa: E402

GOLDEN = CHECKOUT / "tests" / "data" / "golden" / "pages"
# {file: (project, setting that is changed, login, addresses)}
PAGES = {
    "project-lead": ("project", "", "lead", (
        "", "document/a_letter", "disagreements?kind=label&document=a_letter",
        "disagreements?a=anna&b=ben", "adjudicate", "phases", "manage",
    )),
    "project-anna": ("project", "phase = 4 discussed", "anna", (
        "document/a_letter", "disagreements/mine?document=a_letter", "adjudicate",
    )),
    "clinic-lead": ("clinic", "", "lead", (
        "", "document/note_2_knee", "disagreements?document=note_2_knee", "disagreements/gold?document=note_2_knee",
        "adjudicate", "studies/",
    )),
    "clinic-anna": ("clinic", "phase = 2 revised", "anna", ("disagreements/mine?document=note_3_heart",)),
}  # fmt: skip
BLOCK = (
    r"</?(?:main|p|div|section|tr|li|h[1-6]|table|form|ul|ol|dl|dt|dd|details|summary|nav|fieldset"
    r"|label|caption|textarea|figure|thead|tbody|legend|button|search)\b[^>]*>"
)


def read(page):
    """The text of a page, a line a block; what a menu offers in the order of the menu."""
    page = re.sub(r"(?s)^.*?(?=<main)|<(script|style|svg|dialog|time)\b.*?</\1>", "", page)
    page = re.sub(r"</t[dh]>\s*(?=<t[dh])", " | ", re.sub(r"\s+", " ", page))
    page = re.sub(r"</option>\s*(?=<option)", " / ", page)
    page = html.unescape(re.sub(r"<[^>]+>", "", re.sub(BLOCK, "\n", page)))
    return "\n".join(line.strip() for line in page.splitlines() if line.strip()) + "\n"


def shown(name, folder):
    """What the pages of PAGES say."""
    project, phase, login, addresses = PAGES[name]
    data = Path(folder) / "data"
    shutil.copytree(CHECKOUT / "brat_iaa" / "demo" / project, data / "p")
    conf = data / "p" / "iaa.conf"
    conf.write_text(re.sub("(?m)^phase = .*$", phase or r"\g<0>", conf.read_text("utf-8")), "utf-8")
    viewer = Viewer(data, login)
    texts = []
    for address in addresses:
        answer = viewer.client.get(f"/p/-/{address}", headers={"X-Login": login})
        texts.append(f"=== {address} ({answer.status_code})\n{read(answer.text)}")
    return "\n".join(texts).replace(str(folder), "…")


@pytest.mark.parametrize("name", PAGES)
def test_pages_say_the_same(name, tmp_path):
    assert shown(name, tmp_path) == (GOLDEN / f"{name}.txt").read_text("utf-8")


if __name__ == "__main__":
    background.PAGE_TIMEOUT = 600
    GOLDEN.mkdir(exist_ok=True)
    for name in PAGES:
        with tempfile.TemporaryDirectory() as folder:
            Path(GOLDEN / f"{name}.txt").write_text(shown(name, folder), "utf-8")

"""How long pages take right after somebody has edited one document.

    python tests/benchmarks/page_after_an_edit.py [documents sentences annotators]

Writes a random project, opens it once, and then changes the label of an arc and asks for the new
figures, five times; each change has been on the disk for a second. Prints wall seconds of the
figures after the start and after an edit (median), of three pages with these figures, and, as a peer
in the same run, of a small NumPy program that reads all files and computes the main figures alone
(columns_peer.py).
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path

CHECKOUT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(CHECKOUT))

import random_project  # noqa: E402
from reports import measured  # noqa: E402

from brat_iaa.study import Study  # noqa: E402
from brat_iaa.web.app import create_app  # noqa: E402

EDITS = 5


def main(documents=20, sentences=57, annotators=3):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        random_project.write(root, documents, sentences, annotators, 1)
        time.sleep(1)
        study = Study(root)
        print(f"{documents * sentences * 17.5:,.0f} tokens x {annotators}")
        print(f"figures, first time     {seconds(study.agreement):8.2f} s")
        file = root / "ann0" / "d0000.ann"
        edits = [after_an_edit(file, study) for _ in range(EDITS)]
        print(f"figures after an edit   {statistics.median(edits):8.2f} s")
        client = create_app(root, study=study).test_client()
        for page in ("", "disagreements", "document/d0000"):
            answer(client, page)
            after_an_edit(file, study)
            print(f"page /{page:<17} {seconds(lambda page=page: answer(client, page)):8.2f} s")
        peer = measured([sys.executable, str(Path(__file__).parent / "columns_peer.py"), str(root)])
        print(f"NumPy program, all files{peer[0]:8.2f} s")


def after_an_edit(file, study):
    """Change the label of the first arc; return the seconds until the figures know it."""
    lines = file.read_text().split("\n")
    number = next(number for number, line in enumerate(lines) if line.startswith("R"))
    label = lines[number].split("\t")[1].split(" ")[0]
    other = "l1" if label != "l1" else "l2"
    lines[number] = lines[number].replace(f"\t{label} ", f"\t{other} ")
    file.write_text("\n".join(lines))
    time.sleep(1)
    return seconds(study.agreement)


def seconds(work):
    """Wall seconds of a call."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def answer(client, page):
    """Ask for a page; progress counts as part of it."""
    while True:
        status = client.get(f"/{page}").status_code
        if status != 202:
            assert status == 200, (page, status)
            return


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""The bibliography, read by BibTeX."""

import shutil
import subprocess

import pytest

from brat_iaa.paper.works import WORKS, bibliography


@pytest.mark.parametrize("style", ["plain", "abbrv", "alpha"])
def test_bibtex_reads_the_bibliography_without_a_warning(style, tmp_path):
    if not shutil.which("bibtex") or subprocess.run(["kpsewhich", f"{style}.bst"]).returncode:
        pytest.skip(f"no bibtex with the style {style}: apt-get install texlive-base")
    (tmp_path / "works.bib").write_text(bibliography(WORKS) + "\n", "utf-8")
    (tmp_path / "paper.aux").write_text(
        f"\\relax\n\\citation{{*}}\n\\bibdata{{works}}\n\\bibstyle{{{style}}}\n", "utf-8"
    )
    run = subprocess.run(["bibtex", "paper"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0 and "arning" not in run.stdout, run.stdout
    assert (tmp_path / "paper.bbl").read_text("utf-8").count("\\bibitem") == len(WORKS)

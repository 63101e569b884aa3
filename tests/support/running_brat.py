"""A small project for brat, and a folder of brat with settings of its own."""

import sys
from pathlib import Path

TEXT = "Änna sees Ben.\nBen runs.\n"
ANN = "T1\tTok 0 4\tÄnna\nT2\tTok 5 9\tsees\nR1\tsubj Arg1:T2 Arg2:T1\t\n"
SETTINGS = {
    "annotation.conf": "[entities]\nTok\n[relations]\nsubj Arg1:Tok, Arg2:Tok\n[events]\n[attributes]\n",
    "visual.conf": "[labels]\nTok | Token\n[drawing]\n",
    "tools.conf": "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n",
}


def folder_with(brat_folder, directory, settings):
    """A brat's folder with this config.py: brat's own files by links, its data and work in it."""
    directory.mkdir(parents=True)
    for path in brat_folder.iterdir():
        (directory / path.name).symlink_to(path)
    (directory / "config.py").write_text(settings, "utf-8")
    compiled_once(brat_folder, directory)
    return directory


def compiled_once(brat_folder, directory):
    """What Python compiles of brat in a directory like brat's folder is kept with what it compiles
    in that, if not beside the files: else each server would compile brat anew.
    """
    if sys.pycache_prefix is None:
        return
    once, again = (
        Path(sys.pycache_prefix + str(Path(path).absolute()), "server")
        for path in (brat_folder, directory)
    )
    once.mkdir(parents=True, exist_ok=True)
    again.parent.mkdir(parents=True, exist_ok=True)
    if not again.exists():
        again.symlink_to(once)

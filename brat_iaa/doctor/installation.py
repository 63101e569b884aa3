"""Findings about a brat in which brat-agreement is installed."""

import json

from brat_iaa.doctor import FINE, NOTE, PROBLEM, WARNING, Finding
from brat_iaa.doctor.computer import free_space
from server_hooks import install as steps

# How a sentence of steps.status() that reports no trouble begins.
_FINE = "brat-agreement is installed in ", "brat is guarded", "The pages run, and read"
_NOTES = "Settings: ", "Nobody logs in to this brat", "This computer has no Python"
_BAD = "Everybody can download", "The pages do not answer"


def examine_installation(place):
    """List of Finding about a brat, by its folder or by the site.json of its installation."""
    try:
        folder = _folder(place)
        said = steps.status(folder)
    except steps.InstallError as error:
        return [Finding(PROBLEM, "brat", str(error))]
    except (OSError, ValueError, KeyError) as error:
        text = f"{place} is no settings file of brat-agreement ({error})."
        return [Finding(PROBLEM, "brat", text, "Name brat's folder instead.")]
    findings = []
    for sentence in said:
        if findings and findings[-1].about == "Downloads" and not sentence.endswith("."):
            # The lines to add to the web server's settings belong to the sentence before them.
            findings[-1] = findings[-1]._replace(do="\n".join([findings[-1].do or "", sentence]))
            continue
        findings.append(_finding(sentence, folder))
    return [*findings, free_space(str(folder), "annotations")]


def _folder(place):
    if place.is_file():
        return json.loads(place.read_text("utf-8"))["brat_dir"]
    return str(place)


def _finding(sentence, folder):
    if "is not installed in" in sentence:
        return Finding(NOTE, "brat", sentence, f"brat-agreement install {folder}")
    if "install it again" in sentence or "is gone, so brat runs without" in sentence:
        return Finding(PROBLEM, "brat", sentence, f"brat-agreement install {folder}")
    if sentence.startswith(_BAD):
        about = "Downloads" if sentence.startswith(_BAD[0]) else "Pages"
        return Finding(PROBLEM, about, sentence)
    if sentence.startswith(_FINE):
        return Finding(FINE, "brat", sentence)
    if sentence.startswith(_NOTES):
        return Finding(NOTE, "brat", sentence)
    return Finding(WARNING, "brat", sentence)

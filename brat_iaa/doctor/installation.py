"""Findings about a brat in which brat-agreement is installed."""

import json

from brat_iaa.doctor import PROBLEM, Finding
from brat_iaa.doctor.computer import free_space
from server_hooks import install as steps


def examine_installation(place):
    """List of Finding about a brat, by its folder or by the site.json of its installation."""
    try:
        folder = place
        if place.is_file():
            folder = json.loads(place.read_text("utf-8"))["brat_dir"]
        return [*steps.status(str(folder)), free_space(str(folder), "annotations")]
    except steps.InstallError as error:
        return [Finding(PROBLEM, "brat", str(error))]
    except (OSError, ValueError, KeyError) as error:
        text = f"{place} is no settings file of brat-agreement ({error})."
        return [Finding(PROBLEM, "brat", text, "Name brat's folder instead.")]

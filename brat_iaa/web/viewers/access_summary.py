"""What the settings, and brat itself, let annotators and visitors see, for those who set them."""

REVEALED = {
    "none": "nothing",
    "scores": "figures of the whole project",
    "own": "their own disagreements",
    "all": "everything",
}
# Of their own disagreements, by what others are called.
OWN = {
    "named": "their own disagreements, with names",
    "blinded": "their own disagreements, with “annotator 1” instead of a name",
    "hidden": "their own disagreements, only at which tokens",
}


def revealed(access, in_brat=None, phase=""):
    """Variables of the line at the top of a manager's pages.

    access   AccessSettings
    in_brat  function that returns the Openness of the project; None: say nothing of it
    phase    name of the current phase, "" if there is none
    """
    openness = in_brat() if in_brat is not None and access.reveal != "all" else None
    nothing_own = access.reveal == "own" and access.others == "hidden" and access.review == "no"
    # Annotators see at least as much as everybody else.
    shown = max("none" if nothing_own else access.reveal, access.guests, key=list(REVEALED).index)
    return {
        "phase": phase,
        "annotators": OWN[access.others] if shown == "own" else REVEALED[shown],
        "reveal": access.reveal,
        "guests": REVEALED[access.guests],
        "nameless": access.reveal == "own" and access.others != "named",
        "openness": openness if openness and openness.pairs else None,
    }

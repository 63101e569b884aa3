"""The text of iaa.conf on the page Settings: what is wrong in it, what it would change."""

from brat_iaa import config
from brat_iaa.config import changing, template
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.kinds import KINDS
from brat_iaa.web.manage import manage_view
from brat_iaa.web.manage.managing import shown


def context(state, text=None, errors=()):
    """Variables of manage_settings.html.

    state   managing.State; None where the file cannot be read as text
    text    another one than that of the file
    errors  list of WrongLine
    """
    found = {
        "line_errors": errors,
        "kinds": tuple(KINDS),
        "sections": config.SECTIONS,
    }
    if state is None:
        return found
    present = shown(state.text)
    typed = present if text is None else text
    steps = changing.differences(present, typed) if not errors else ()
    return {
        **found,
        "text": typed,
        "changes": [manage_view.line_of(*step) for step in steps],
        "is_other": typed != present or not state.there,
    }


def with_example(seen, text, kind):
    """A text with the example of a layer of a kind at its end, all comments."""
    try:
        proposals = seen.survey().proposals
    except (ConfigError, ProjectError):  # nobody has begun, or the settings cannot be read
        proposals = ()
    return text.rstrip("\n") + "\n" + template.example(kind, proposals)

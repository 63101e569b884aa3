"""Our line in brat's config.py: put in, found, and taken out again without a trace. It loads the
hooks.

Earlier versions put one into brat's pages, too, which the server in front does now.
"""

import ast
import re

from ..script import PAGES, TAG

CONFIG = "config.py"
# The files that have, or had, a line of ours.
NAMES = (CONFIG, *PAGES)

_MARK = b"# brat-iaa"
_LINE = re.compile(rb"^_brat_iaa = [^\n]*" + _MARK + rb"[ \t\r]*(\n|\Z)", re.MULTILINE)
_TAG_LINE = re.compile(re.escape(TAG) + rb"[ \t]*(?:\r?\n)?")
# Nothing that happens in there can stop brat, which would not survive an error in config.py.
_RUN = (
    "exec(\"try: exec(open(_brat_iaa['boot'], 'rb').read(), dict(_brat_iaa))\\nexcept "
    'Exception: pass")'
)


def with_line(content, boot, site):
    """Return the content of config.py, bytes, with our line in it.

    boot and site are the paths of boot.py and of the settings.
    """
    if paths_in(content) == {"boot": boot, "site": site}:
        return content
    config = without_line(CONFIG, content)
    line_end = b"\r\n" if b"\r\n" in config else b"\n"
    paths = ascii({"boot": boot, "site": site})
    line = (f"_brat_iaa = {paths}; {_RUN}  ").encode("ascii") + _MARK
    # If the last line has no end, ours gets none either: that is how without_line() knows.
    if config and not config.endswith(b"\n"):
        return config + line_end + line
    return config + line + line_end


def without_line(name, content):
    """Return the content as it was, with whatever else has been changed in it since."""
    if name != CONFIG:
        return _TAG_LINE.sub(b"", content)
    match = _LINE.search(content)
    if match is None:
        return content
    before, after = content[: match.start()], content[match.end() :]
    if not match.group(1):
        before = before[: -2 if before.endswith(b"\r\n") else -1]
    return without_line(name, before + after)


def paths_in(config):
    """Return {"boot": path, "site": path} as the line in config.py names them; None without it."""
    match = _LINE.search(config)
    if match is None:
        return None
    try:
        return ast.literal_eval(ast.parse(match.group().decode("ascii")).body[0].value)
    except (ValueError, SyntaxError, IndexError):
        return {"boot": "", "site": ""}

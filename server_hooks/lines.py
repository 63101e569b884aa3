"""The line in brat's config.py that loads the hooks: put in, found, and taken out again without a
trace.
"""

import ast
import re

_MARK = b"# brat-iaa"
_LINE = re.compile(rb"^_brat_iaa = [^\n]*" + _MARK + rb"[ \t\r]*(\n|\Z)", re.MULTILINE)
# Nothing that happens in there can stop brat, which would not survive an error in config.py.
_RUN = (
    "exec(\"try: exec(open(_brat_iaa['boot'], 'rb').read(), dict(_brat_iaa))\\nexcept "
    'Exception: pass")'
)


def with_line(config, boot, site):
    """config.py, as bytes, with the line at its end.

    boot and site are the paths of boot.py and of the settings. If the last
    line has no end, the new one gets none either: that is how without_line knows.
    """
    config = without_line(config)
    line_end = b"\r\n" if b"\r\n" in config else b"\n"
    paths = ascii({"boot": boot, "site": site})
    line = ("_brat_iaa = %s; %s  " % (paths, _RUN)).encode("ascii") + _MARK
    if config and not config.endswith(b"\n"):
        return config + line_end + line
    return config + line + line_end


def without_line(config):
    """config.py as it was, with whatever else has been changed in it since."""
    found = _LINE.search(config)
    if found is None:
        return config
    before, after = config[: found.start()], config[found.end() :]
    if not found.group(1):
        before = before[: -2 if before.endswith(b"\r\n") else -1]
    return without_line(before + after)


def paths_in(config):
    """{"boot": path, "site": path} as the line in config.py names them; None when there is no
    line.
    """
    found = _LINE.search(config)
    if found is None:
        return None
    try:
        return ast.literal_eval(ast.parse(found.group().decode("ascii")).body[0].value)
    except (ValueError, SyntaxError, IndexError):
        return {"boot": "", "site": ""}

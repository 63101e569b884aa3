"""The status of brat's answers.

brat's own server knows only 200; a CGI program says another in a header, "Status".
"""

# Of the present request; brat's server has a process for each.
_said = []


def kept(serve):
    """brat's serve(), with the header taken out and kept for instead_of()."""

    def serve_kept(*args):
        cookies, (headers, data) = serve(*args)
        _said[:] = [value for name, value in headers if name == "Status"]
        return cookies, ([header for header in headers if header[0] != "Status"], data)

    return serve_kept


def instead_of(code, message=None):
    """(status, reason) of brat's answer where it would be another."""
    if not _said:
        return code, message
    number, _, reason = _said.pop().partition(" ")
    return int(number), reason

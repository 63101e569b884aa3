"""A sentence with a token and its heads marked; what is far from the token is cut."""

_AROUND = 600  # characters of a long sentence on each side of the token
_NEAR = 28  # and in lists


def near(item):
    """(before, token, after) for the list; cut."""
    if not item.marks:
        return "", item.token, ""
    start, end = item.marks[0][0], item.marks[-1][1]
    before, after = item.text[:start], item.text[end:]
    if len(before) > _NEAR:
        before = "…" + before[-_NEAR:]
    if len(after) > _NEAR:
        after = after[:_NEAR] + "…"
    return before, item.text[start:end], after


def pieces(text, marks, heads=()):
    """A sentence as [(text, class)]: "token" at the marks, classes of heads, else ""; far from the
    token it is cut.

    heads  [(start, end, class)]
    """
    if not marks:
        return [(text[: 2 * _AROUND], "")]
    low, high = max(0, marks[0][0] - _AROUND), min(len(text), marks[-1][1] + _AROUND)
    classes = [""] * (high - low)
    for start, end, name in heads:
        _paint(classes, start - low, end - low, name)
    for start, end in marks:
        _paint(classes, start - low, end - low, "token")
    made, start = [], 0
    for end in range(1, len(classes) + 1):
        if end == len(classes) or classes[end] != classes[start]:
            made.append((text[low + start : low + end], classes[start]))
            start = end
    return [("…", "")] * (low > 0) + made + [("…", "")] * (high < len(text))


def _paint(classes, start, end, name):
    for index in range(max(0, start), min(end, len(classes))):
        own = classes[index]
        classes[index] = name if name == "token" or own in ("", name) else f"{own} {name}"

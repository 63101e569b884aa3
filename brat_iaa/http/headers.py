"""Headers of HTTP messages that are handed on."""

# Headers about one connection, not about the message (RFC 9110, 7.6.1).
_HOP_BY_HOP = frozenset(
    "connection keep-alive proxy-authenticate proxy-authorization proxy-connection"
    " te trailer trailers transfer-encoding upgrade".split()
)


def end_to_end(pairs):
    """Return the (name, value) pairs of a message that go with it beyond one connection."""
    pairs = list(pairs)
    listed = ",".join(value for name, value in pairs if name.lower() == "connection")
    dropped = _HOP_BY_HOP | {name.strip().lower() for name in listed.split(",")}
    return [(name, value) for name, value in pairs if name.lower() not in dropped]

"""The names by which browsers ask for a server that only this computer is to reach.

A web page anywhere can point its own name at this computer, and the browser
then lets it read what the server answers, as if it came from there.
"""

import ipaddress

_OWN = ("127.0.0.1", "localhost", "[::1]")


def own_names(address, behind=()):
    """Names that browsers may use for a server that listens at an address; None, any, if others
    reach it.

    behind  names of a server in front of this one
    """
    if not is_own(address):
        return None
    return (
        *_OWN,
        "[%s]" % address if ":" in address else address,
        *(name.lower() for name in behind),
    )


def is_own(address):
    """Whether nobody but this computer reaches an address."""
    try:
        return address == "localhost" or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def name_in(host):
    """The name in a Host header, without the port."""
    name, _, port = host.strip().rpartition(":")
    return (name if name and port.isdigit() else host.strip()).lower()


def refusal(name, names):
    """What to say to who asks by another name."""
    return (
        "Asked for as “%s”; this server answers to %s. If another server is in front "
        "of it: --behind NAME."
    ) % (
        name,
        ", ".join(dict.fromkeys(names)),
    )

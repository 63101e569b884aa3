"""What the server counts, in the text format of Prometheus: totals only, no name of anybody.

The format: https://prometheus.io/docs/instrumenting/exposition_formats/ (version 0.0.4).
"""

import contextlib
import threading
from bisect import bisect_left
from collections import defaultdict

from brat_iaa.errors import ConfigError
from server_hooks.guard.origin import is_local

# Upper ends of the classes of latencies, seconds.
BOUNDS = (0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
# With one of these, a server stands in front, and the address is that server's.
_IN_FRONT = ("HTTP_FORWARDED", "HTTP_VIA", "HTTP_X_REAL_IP", "HTTP_CF_CONNECTING_IP")
_STARTS_IN_FRONT = "HTTP_X_FORWARDED"


class Requests:
    """Counts of requests by route and class of status, and their latencies. Any number of threads
    may add to them.
    """

    def __init__(self):
        self._lock = threading.Lock()
        self._counts = defaultdict(int)
        self._latencies = defaultdict(lambda: ([0] * (len(BOUNDS) + 1), [0.0]))

    def add(self, route, status, seconds):
        """Count an answer. route: the rule of the address, never the address; "" without one"""
        with self._lock:
            self._counts[route, f"{status // 100}xx"] += 1
            classes, total = self._latencies[route]
            classes[bisect_left(BOUNDS, seconds)] += 1
            total[0] += seconds

    def lines(self):
        """The lines of the format, without line ends."""
        with self._lock:
            counts = dict(self._counts)
            latencies = {
                route: (list(classes), total[0])
                for route, (classes, total) in self._latencies.items()
            }
        yield from _head("requests_total", "counter", "Answers by route and class of status.")
        for (route, status), number in sorted(counts.items()):
            yield _line("requests_total", number, route=route, status=status)
        name = "request_seconds"
        yield from _head(name, "histogram", "Seconds until the answer, by route.")
        for route, (classes, total) in sorted(latencies.items()):
            so_far = 0
            for bound, number in zip((*BOUNDS, "+Inf"), classes):
                so_far += number
                yield _line(f"{name}_bucket", so_far, route=route, le=bound)
            yield _line(f"{name}_sum", round(total, 6), route=route)
            yield _line(f"{name}_count", so_far, route=route)


def from_this_computer(environ):
    """Whether a request comes from a program on this computer, without a server in front that
    hands on what others ask.
    """
    in_front = any(name in _IN_FRONT or name.startswith(_STARTS_IN_FRONT) for name in environ)
    return is_local(environ.get("REMOTE_ADDR", "")) and not in_front


def text_of(site, requests):
    """All that is counted, as one text. site: viewers.site.Site"""
    lines = [*requests.lines(), *_computations(site), *_store(site)]
    lines += _head("problems_in_files", "gauge", "Problems in the files when they were last read.")
    lines.append(_line("problems_in_files", site.problems()))
    return "\n".join(lines) + "\n"


def _computations(site):
    name = "computation_seconds"
    times = {"brat": site.waiting.times(), "page": site.pages_waiting.times()}
    yield from _head(name, "summary", "Seconds that computations took, by who waited for them.")
    for waits, (ended, took, _) in times.items():
        yield _line(f"{name}_sum", round(took, 6), waits=waits)
        yield _line(f"{name}_count", ended, waits=waits)
    yield from _head("computations_under_way", "gauge", "Computations that have not ended.")
    for waits, (_, _, under_way) in times.items():
        yield _line("computations_under_way", len(under_way), waits=waits)


def _store(site):
    sizes = []
    with contextlib.suppress(ConfigError):
        for path in site.stores():
            with contextlib.suppress(OSError):
                sizes.append(path.stat().st_size)
    yield from _head("store_bytes", "gauge", "Size of all databases.")
    yield _line("store_bytes", sum(sizes))
    yield from _head("store_files", "gauge", "Number of databases.")
    yield _line("store_files", len(sizes))


def _head(name, kind, words):
    return f"# HELP brat_iaa_{name} {words}", f"# TYPE brat_iaa_{name} {kind}"


def _line(name, value, **labels):
    # No rule of an address has a quote, a backslash or a line break.
    inside = ",".join(f'{key}="{text}"' for key, text in labels.items())
    return f"brat_iaa_{name}{{{inside}}} {value}" if inside else f"brat_iaa_{name} {value}"

"""Which tests one process runs after another, and which come first, under pytest-xdist."""

import functools
from collections import deque

from checkout import CHECKOUT
from xdist.report import report_collection_diff
from xdist.workermanage import parse_tx_spec_config

# What takes or waits longest, longest first: begun last, all others would have to wait for it.
LONG = (
    "tests/system/server_hooks/test_inside_brat.py",
    "browser",
    "tests/web/test_access.py",
    "tests/test_kept_up_to_date.py",
    "tests/test_house.py",
    "tests/system/test_packaging.py",
    "tests/system/server_hooks/test_brat_matrix.py",
    "tests/system/server_hooks/test_in_cgi.py",
    "tests/store/",
    "tests/server_hooks/",
    "tests/studies/simulation/",
    "tests/measures/",
    "tests/phases/",
    "tests/web/",
)
# Seconds of tests, and number of them, that a process knows in advance; it is told of more when
# half of them are done.
_AHEAD, _MOST = 0.5, 50
# Seconds that a test takes before any of its group has been measured.
_USUAL = 0.3
# Seconds by which all must be done sooner if tests are to be taken over.
_WORTH = 0.5


@functools.cache
def group_of(file):
    """The group of a test file: what a file has made for its tests is made in one process, and so
    are the browser, the demo's brat and the figures of the shipped projects, for all files that
    need them.
    """
    text = (CHECKOUT / file).read_text("utf-8")
    # This one has a brat of its own, and browsers for it.
    if file != LONG[0] and "pytest.mark.browser" in text:
        return "browser"
    if "from guide_figures import" in text:
        return "figures of the guide"
    return file


def rank(nodeid):
    """Smaller for those that come first."""
    group = group_of(_file(nodeid))
    return next((number for number, of in enumerate(LONG) if group.startswith(of)), len(LONG))


def _file(nodeid):
    return nodeid.partition("::")[0]


class _Group:
    """Tests of a group that no process knows of yet, by number, and how long those before took."""

    def __init__(self, files, tests):
        self._files = files
        self.tests = deque(tests)
        self._first, self._seconds, self._done = None, 0.0, 0

    def took(self, seconds):
        """One of the tests took so long."""
        if self._first is None:
            self._first = seconds
        else:
            self._seconds += seconds
            self._done += 1

    def each(self):
        """Seconds that one of these tests takes."""
        return self._seconds / self._done if self._done else _USUAL

    def saves(self):
        """Seconds by which all are done sooner if somebody else does half of them, who has to
        make anew what the first test has waited for.
        """
        made = max(0, (self._first or 0) - self.each())
        return self.each() * len(self.tests) / 2 - made

    def rear(self):
        """Give up half of the tests, whole files where that is possible; a group of these."""
        tests = list(self.tests)
        half = len(tests) // 2
        files = [self._files[test] for test in tests]
        between = [n for n in range(1, len(tests)) if files[n] != files[n - 1]]
        half = min(between, key=lambda n: abs(n - half), default=half)
        self.tests = deque(tests[:half])
        group = _Group(self._files, tests[half:])
        group._first, group._seconds, group._done = self._first, self._seconds, self._done
        return group


class _Worker:
    """What one process is at: its group, and {test: its group} for those that it knows of."""

    def __init__(self):
        self.group = None
        self.known = {}

    def ahead(self):
        """How much it knows of, as a part of what is enough."""
        seconds = sum(group.each() for group in self.known.values())
        return max(seconds / _AHEAD, len(self.known) / _MOST)


class ByGroup:
    """Groups are handed out whole, in the order of their first tests. When there are no more, who
    has nothing to do takes half of what somebody else has left, so that all end at about the same
    time.

    As pytest-xdist wants it (xdist.scheduler.Scheduling); tests are known by their numbers.
    """

    def __init__(self, config, log=None):
        self._expected = len(parse_tx_spec_config(config))
        self._workers = {}
        self._collected = {}
        self._tests = None
        self._groups = deque()

    @property
    def nodes(self):
        return list(self._workers)

    @property
    def collection_is_completed(self):
        return len(self._collected) >= self._expected

    @property
    def has_pending(self):
        return self._waiting() or any(worker.known for worker in self._workers.values())

    @property
    def tests_finished(self):
        """Whether nobody needs to be told of another test; the last one waits to be told so."""
        return (
            self.collection_is_completed
            and not self._waiting()
            and all(len(worker.known) < 2 for worker in self._workers.values())
        )

    def _waiting(self):
        return bool(self._groups) or any(
            worker.group and worker.group.tests for worker in self._workers.values()
        )

    def add_node(self, node):
        self._workers[node] = _Worker()

    def add_node_collection(self, node, collection):
        if self._tests is None or collection == self._tests:
            self._collected[node] = list(collection)

    def remove_node(self, node):
        """The test that a process was at as it died, if any; its other tests are for others."""
        worker = self._workers.pop(node)
        at, *others = worker.known or [None]
        for test in others:
            self._groups.append(_Group(self._files, [test]))
        if worker.group and worker.group.tests:
            self._groups.append(worker.group)
        return None if at is None else self._tests[at]

    def mark_test_complete(self, node, item_index, duration=0):
        self._workers[node].known.pop(item_index).took(duration)
        self._feed(node)

    def mark_test_pending(self, item):
        raise NotImplementedError

    def remove_pending_tests_from_node(self, node, indices):
        raise NotImplementedError

    def schedule(self):
        if self._tests is None:
            self._tests = self._agreed()
            self._files = [_file(nodeid) for nodeid in self._tests]
            groups = {}
            for test, file in enumerate(self._files):
                groups.setdefault(group_of(file), []).append(test)
            self._groups.extend(_Group(self._files, tests) for tests in groups.values())
        for node in self.nodes:
            self._feed(node)

    def _agreed(self):
        """The tests that each process has collected."""
        (one, tests), *others = self._collected.items()
        for other, found in others:
            if found != tests:
                names = one.gateway.id, other.gateway.id
                raise RuntimeError(report_collection_diff(tests, found, *names))
        return tests

    def _feed(self, node):
        """Tell a process of more tests if it knows of few, or that there are no more."""
        worker = self._workers[node]
        if node.shutting_down or node not in self._collected:
            return
        more = []
        enough = 0.5
        # It runs a test when it knows the next one.
        while len(worker.known) < 2 or worker.ahead() < enough:
            enough = 1
            if not (worker.group and worker.group.tests):
                # Not before it is needed: somebody else may have nothing to do.
                if len(worker.known) > 1:
                    break
                worker.group = self._groups.popleft() if self._groups else self._taken_over()
                if worker.group is None:
                    break
            test = worker.group.tests.popleft()
            worker.known[test] = worker.group
            more.append(test)
        if more:
            node.send_runtest_some(more)
        if len(worker.known) < 2:
            node.shutdown()

    def _taken_over(self):
        """Half of what somebody else has left, where that saves most; None when that is little."""
        groups = [worker.group for worker in self._workers.values() if worker.group]
        longest = max(groups, key=_Group.saves, default=None)
        return longest.rear() if longest and longest.saves() > _WORTH else None

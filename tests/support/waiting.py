"""How long tests wait for what others do: a wait costs nothing when all is well."""

import time

# Seconds until a page, a server or a process is given up, on a slow machine with other work.
PATIENCE = 120


def wait_until(condition, timeout=PATIENCE, what="the condition", pause=0.05):
    """The first true value of condition(), asked again and again for timeout seconds: at first after
    a pause of so many seconds, later after four times as long.
    """
    until, longest = time.monotonic() + timeout, 4 * pause
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > until:
            raise AssertionError("%s did not come true in %s s" % (what, timeout))
        time.sleep(pause)
        pause = min(1.25 * pause, longest)


class Clock:
    """A clock that is set by hand."""

    now = 1000.0

    def __call__(self):
        return self.now

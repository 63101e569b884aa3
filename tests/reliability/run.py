"""What is lost, leaked and stopped while everything goes wrong, measured anew at each run:

    python tests/reliability/run.py --budget ci|long [--minutes N] [--seed N]

Prints one table. Every row was measured in this run: attempts, faults brought about, acknowledged
things that were lost, bytes of others' work where they must not be, attempts that failed and should
not have; “–” is not measured in that row. Exit code 1 if anything was lost, leaked or stopped, or
if a row measured nothing.
"""

import argparse
import os
import platform
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
# Before everything else, also in the processes that this one starts.
os.environ["PYTHONPATH"] = str(CHECKOUT)
sys.path[:0] = [str(CHECKOUT), str(CHECKOUT / "tests" / "support"), str(Path(__file__).parent)]

import access  # noqa: E402
import faults  # noqa: E402
import gold  # noqa: E402
import killed  # noqa: E402
import load  # noqa: E402
import store  # noqa: E402
import surroundings  # noqa: E402
import worlds  # noqa: E402
from row import Row  # noqa: E402
from served import WAYS_IN, Installation  # noqa: E402

MINUTES = {"ci": 1, "long": 55}
_COLUMNS = ("what", "cases", "faults", "lost", "leaked", "stopped", "seconds")


def of_store(scale, seed):
    """Several processes with several threads decide and take snapshots."""
    processes, threads, seconds = (2, 4, 6) if scale <= 1 else (3, 8, 12 * scale)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="store-") as folder:
        row, lost, errors = store.measure(folder, processes, threads, seconds, seed)
    whole = row["integrity_check"] == "ok"
    return [
        Row(
            f"{processes} processes of {threads} threads decide and take snapshots",
            row["decisions"] + row["snapshots"],
            lost=len(lost) + (not whole),
            stopped=sum(errors.values()),
            seconds=time.monotonic() - begun,
            more=f"integrity_check {row['integrity_check']}, slowest {row['slowest (s)']} s",
            said=[*lost, *errors],
        )
    ]


def of_killing(scale, seed):
    """kill -9 before each step, and at any moment."""
    return [*faults.killed(), faults.killed_at_any_moment(4 * scale, seed)]


def of_full_disk(scale, seed):
    """No room at each step and size."""
    return [*faults.full_disk(12 if scale <= 1 else min(600, 24 * round(scale)), seed)]


def of_access(scale, seed):
    """Every route, login and combination of settings, and two worlds."""
    return [access.access(25 * scale, seed), worlds.worlds(12 * scale, seed)]


def of_servers(scale, seed):
    """Two servers with a real brat, data that vanish, and programs that are killed."""
    installation = Installation(reveal="own", others="named")
    try:
        first, second = installation.start(), installation.start()
        rows = [surroundings.two_servers(first, second, round(8 * scale))]
        rows.append(surroundings.vanishing(first, installation, max(1, round(scale / 2))))
        rows.append(killed.killed(installation, max(1, round(scale / 2)), seed))
    finally:
        installation.close()
    return rows


def of_crowds(scale, seed):
    """Slow clients and many clients, for each way into a real brat."""
    clients, seconds = (8, 6) if scale <= 1 else (min(100, round(20 * scale)), 11 * scale)
    return [
        row for way in WAYS_IN for row in _crowd(way, clients, seconds, round(32 * scale), seed)
    ]


def _crowd(way, clients, seconds, requests, seed):
    installation = way(reveal="own", others="named")
    try:
        serving = installation.start()
        yield load.slow(serving, installation.name, 60, requests)
        yield load.load(serving, installation, clients, seconds, seed)
    finally:
        installation.close()


def of_gold(scale, seed):
    """A gold that two adjudicators, annotators and brat change."""
    return [gold.races(8 * scale, seed)]


def of_clock_and_brat(scale, seed):
    """A clock that jumps, and a brat that answers oddly."""
    kinds = 6 if scale <= 1 else None
    return [surroundings.clock(round(100 * scale), seed), surroundings.odd_brat(seed, kinds)]


# The longest first.
_GROUPS = (
    of_crowds,
    of_access,
    of_servers,
    of_clock_and_brat,
    of_killing,
    of_store,
    of_gold,
    of_full_disk,
)


def table(rows):
    """Lines of the table."""
    cells = [_COLUMNS] + [
        tuple(_cell(getattr(row, name)) for name in _COLUMNS) + ((row.more,) if row.more else ())
        for row in rows
    ]
    widths = [max(len(one[column]) for one in cells) for column in range(len(_COLUMNS))]
    for one in cells:
        yield "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(one, widths))
        ) + "".join(f"  {more}" for more in one[len(_COLUMNS) :])


def _cell(value):
    if value is None:
        return "–"
    return f"{value:.1f}" if isinstance(value, float) else str(value)


def main():
    """Run all groups, two at a time."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--budget", choices=MINUTES, default="ci")
    parser.add_argument("--minutes", type=float, help="about how long (default: by the budget)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    scale, begun = options.minutes or MINUTES[options.budget], time.monotonic()
    found, failed = {}, []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        running = {pool.submit(group, scale, options.seed): group for group in _GROUPS}
        for one in as_completed(running):
            group = running[one]
            try:
                found[group] = one.result()
            except Exception as error:
                failed.append(f"{group.__name__} did not come to an end: {error!r}")
    rows = [row for group in _GROUPS for row in found.get(group, ())]
    print("\n".join(table(rows)))
    for row in rows:
        for line in row.said[:10]:
            print(f"{row.what}: {line}")
    print(*failed, sep="\n", end="\n" if failed else "")
    where = f"{os.cpu_count()} processors, Python {platform.python_version()}, {platform.system()}"
    print(f"{time.monotonic() - begun:.0f} s, seed {options.seed}, {where}")
    return 1 if failed or not all(row.good for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())

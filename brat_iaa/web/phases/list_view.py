"""What the page of phases shows: the snapshots, the trend of agreement, and figures per pair and
phase.
"""

from markupsafe import Markup

from brat_iaa.formats.picture import to_svg
from brat_iaa.phases import STATISTICS, report, trend
from brat_iaa.web import selection

SHOWN = 12  # snapshots in the picture and the tables
LISTED, ALL = 50, 100  # in the list at first; on a page of all
LONGEST_TABLE = 200
LONGEST_PHASE, LONGEST_NOTE = 100, 2000


def context(phases, args):
    """Variables of phases.html.

    args  request parameters: statistic; by (parts of the project that are rows); show ("all":
          every snapshot and row); taken (number of the snapshot just taken)
    """
    taken = phases.list()
    whole = [snapshot for snapshot in taken if not snapshot.deleted]
    statistic = selection.choice(args, "statistic", STATISTICS, "Statistic") or STATISTICS[0]
    in_full = args.get("show") == "all"
    last, page, pages = whole[-SHOWN:][::-1], 1, 1
    if in_full:
        last, page, pages = selection.page_of(whole[::-1], ALL)
    shown = last[::-1]
    states = [phases.state(one.number) for one in shown]
    arcs = any(state.has_dependencies for state in states)
    kinds, by = phases.kinds_of_parts(), wanted_parts(phases, args)
    trends = trend.trends(states, statistic) if len(states) > 1 else []
    if by:
        parts = [phases.parts(one.number, by) for one in shown]
        tables = report.part_tables(states, parts, by, statistic)
    else:
        tables = report.phase_tables(states, statistic)
    rows = max((len(table.records) for table in tables), default=0)
    if not in_full:
        tables = [table._replace(shown=LONGEST_TABLE) for table in tables]
    just = selection.number(args, "taken", 1, "Snapshot")
    before = [snapshot for snapshot in whole if just and snapshot.number < just][-1:]
    return {
        "project_name": phases.name,
        "snapshots": taken[::-1] if in_full else taken[::-1][:LISTED],
        "total": len(taken),
        "whole": whole,
        "with_figures": phases.with_figures(),
        "shown": shown,
        "page": page,
        "pages": pages,
        "kept": selection.for_links(args, "page", "taken"),
        "statistic": statistic,
        "statistics": STATISTICS if arcs else (),
        "trends": [Markup(to_svg(trend.picture([one]), "trend")) for one in trends],
        "trend_tables": report.leading_tables(states, trends),
        "asked": bool({"by", "show", "statistic"} & args.keys()),
        "tables": tables,
        "rows": rows,
        "longest": LONGEST_TABLE,
        "by": by,
        "kinds_of_parts": kinds,
        "just_taken": next((snapshot for snapshot in taken if snapshot.number == just), None),
        # The one before, where the one just taken holds nothing else.
        "equal": next((one for one in before if phases.same_files(one.number, just)), None),
        "command": phases.command,
    }


def wanted_parts(phases, args):
    """The parts of the project that are to be rows, one of PARTS; None: the whole project."""
    return selection.choice(args, "by", phases.kinds_of_parts(), "Rows")


def twin(phases, by=None):
    """The JSON twin: all snapshots, and a page of the figures of those that are not deleted.

    by  as wanted_parts() returns it
    """
    taken = phases.list()
    whole = [snapshot for snapshot in taken if not snapshot.deleted]
    shown, page, pages = selection.page_of(whole, ALL)
    return {
        "page": page,
        "pages": pages,
        "project": phases.name,
        "snapshots": [snapshot._asdict() for snapshot in taken],
        "phases": [report.phase_dict(phases, snapshot, by) for snapshot in shown],
    }


def what_is_wrong(phase, note):
    """Why a snapshot with this phase and note is not taken, or None."""
    if not phase:
        return (
            "Name the phase, for example “1 apart”: it is what the columns of all tables are "
            "called."
        )
    if len(phase) > LONGEST_PHASE:
        return (
            f"The name of the phase has {len(phase)} characters; at most {LONGEST_PHASE} fit above "
            "a column."
        )
    if len(note) > LONGEST_NOTE:
        return f"The note has {len(note)} characters; at most {LONGEST_NOTE} are kept."
    return None

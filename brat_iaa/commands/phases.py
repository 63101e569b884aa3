"""Commands about snapshots and phases: snapshot, phases, show, export, verify, delete, compare, reviews."""

import getpass
import os
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path

from brat_iaa import config as configuration
from brat_iaa.commands.shared import print_json, say, write_tables
from brat_iaa.errors import ConfigError
from brat_iaa.phases.changes import changes
from brat_iaa.phases.differences import differences
from brat_iaa.phases.shared import shared
from brat_iaa.report import discussion as discussion_report
from brat_iaa.report import phases as report
from brat_iaa.report import reviews as review_report
from brat_iaa.report import scores as score_report
from brat_iaa.report import tables, terminal
from brat_iaa.report.trend import trend_of
from brat_iaa.review.discussion import discussion, numbers
from brat_iaa.review.done import all_documents, due
from brat_iaa.snapshots import Snapshots
from brat_iaa.store.archive import SnapshotError
from brat_iaa.store.database import Database
from brat_iaa.store.place import place_of_project
from brat_iaa.store.reviews import Reviews
from brat_iaa.study import Study


def snapshot(options):
    """brat-iaa snapshot"""
    phase = options.phase or configuration.load(options.directory, {}).phase
    if not phase:
        raise ConfigError("Which phase is it? Give --phase NAME, or set phase = NAME in [project] of iaa.conf.")
    with _snapshots(options) as kept:
        if options.if_done and not _everyone_is_done(options, phase, kept.list()):
            say("Not everyone is done, or a snapshot was taken since then; none was taken.")
            return
        if options.if_changed and not kept.changed():
            say("Nothing has changed since the last snapshot; none was taken.")
            return
        taken = kept.take(phase, options.note, _account())
    print(terminal.printable(_line(taken)))
    for path in taken.facts["moved"]:
        say(f"{path} was being edited meanwhile; the snapshot holds one complete state of it.")
    for path in taken.facts["left_out"]:
        say(f"{path} is not in it: its name is not UTF-8. Rename it.")
    if taken.facts["no_figures"]:
        say(f"No figures: {taken.facts['no_figures']}")


def _account():
    """Who runs the command: the name of the account, or its number where nobody gave it a name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"account {os.getuid()}"


def _everyone_is_done(options, phase, taken):
    root = Path(options.directory)
    done = Reviews(Database(place_of_project(root, options.state_dir))).done_documents(phase)
    return due(done, all_documents(root, configuration.load(root, {})), taken, phase)


def phases(options):
    """brat-iaa phases"""
    with _snapshots(options) as kept:
        taken = kept.list()
        if not taken:
            place = place_of_project(options.directory, options.state_dir)
            raise ConfigError(
                f"{options.directory}: there is no snapshot in {place} yet. Take one: brat-iaa snapshot DIR --phase NAME. "
                "If the project was moved, give its old file in that directory this name."
            )
        states = [kept.state(one.number) for one in taken if not one.deleted]
    if options.format == "json":
        print_json(
            {
                "snapshots": [one._asdict() for one in taken],
                "phases": [{"name": state.name, "scores": score_report.rows(state.scores)} for state in states],
            }
        )
    elif options.format == "svg":
        terminal.write_for_programs(trend_of(states) + "\n")
    else:
        write_tables(options.format, [_line(one) for one in taken], report.phase_tables(states, options.statistic))


def show(options):
    """brat-iaa show"""
    with _snapshots(options) as kept:
        one = kept.get(options.number)
        agreement = kept.agreement(options.number)
    if options.format == "json":
        print_json(dict(score_report.to_dict(agreement), snapshot=one._asdict()))
    elif options.format == "csv":
        terminal.write_for_programs(score_report.to_csv(agreement.scores))
    else:
        write_tables(options.format, [_line(one)] + tables.summary(agreement), tables.tables(agreement))


def export(options):
    """brat-iaa export"""
    with _snapshots(options) as kept:
        kept.export(options.number, options.to)
        say(f"Wrote the {kept.get(options.number).facts['files']} files of snapshot {options.number} to {options.to}.")


def verify(options):
    """brat-iaa verify"""
    with _snapshots(options) as kept:
        numbers = [options.number] if options.number else [one.number for one in kept.list() if not one.deleted]
        if not numbers:
            say("There is no snapshot to verify.")
        wrong = []
        for number in numbers:
            try:
                for sentence in kept.verify(number):
                    print(terminal.printable(f"Snapshot {number}: {sentence}"))
            except SnapshotError as error:
                wrong.append(str(error))
        if wrong:
            raise SnapshotError("\n".join(wrong))


def delete(options):
    """brat-iaa delete"""
    with _snapshots(options) as kept:
        kept.delete(options.number, options.reason, _account())
        print(terminal.printable(_line(kept.get(options.number))))


def compare(options):
    """brat-iaa compare"""
    with _snapshots(options) as kept:
        earlier, later = _two(kept, options)
        names = [kept.label(number) for number in (earlier, later)]
        before, after = kept.agreement(earlier), kept.agreement(later)
        states = [kept.state(number) for number in (earlier, later)]
    both = shared(before, after)
    found = changes(before, after, both)
    if options.changes:
        rows = [row for row in report.change_rows(found) if options.status in (None, row["status"])]
        if options.format == "json":
            print_json(rows)
        else:
            terminal.write_for_programs(report.to_csv(rows))
        return
    figures = differences(both, after.config)
    if options.format == "json":
        print_json(
            {
                "from": names[0],
                "to": names[1],
                "other_settings": list(both.settings),
                "differences": report.difference_rows(figures),
                "changes": report.change_rows(found),
            }
        )
    elif options.format == "csv":
        terminal.write_for_programs(report.to_csv(report.difference_rows(figures)))
    else:
        made = report.phase_tables(states) + ([report.difference_table(figures, *names)] if figures else [])
        heading = [f"From {names[0]} to {names[1]}", *report.other_settings(both.settings)]
        write_tables(options.format, heading, made + report.change_tables(found, both.excluded))


def reviews(options):
    """brat-iaa reviews"""
    database = Database(place_of_project(options.directory, options.state_dir))
    kept, phase = Reviews(database), options.phase
    if phase is None:
        phase = configuration.load(options.directory, {}).phase
    if options.format == "text":
        agreement = Study(options.directory).agreement()
        names = numbers(database, agreement.annotators) if options.no_names else None
        heading = discussion_report.about(agreement.project, phase, datetime.now(timezone.utc))
        print(discussion_report.to_text(discussion(agreement, kept.all(phase)), names, heading), end="")
        return
    history, done = kept.history(options.phase), kept.done_documents(phase)
    names = numbers(database, sorted({review.annotator for review in history} | set(done))) if options.no_names else None
    if options.format == "csv":
        terminal.write_for_programs(review_report.to_csv(history, names))
    else:
        print_json({"decisions": review_report.rows(history, names), "done": review_report.done_rows(phase, done, names)})


def _two(kept, options):
    """Numbers of the two snapshots to compare; by default the last two."""
    if options.numbers and len(options.numbers) != 2:
        raise ConfigError("Give the numbers of two snapshots, or none for the last two.")
    whole = [one.number for one in kept.list() if not one.deleted]
    if not options.numbers and len(whole) < 2:
        raise ConfigError(f"To compare, two snapshots are needed; there {'is one' if whole else 'are none'}.")
    return options.numbers or whole[-2:]


@contextmanager
def _snapshots(options):
    """The Snapshots of the project; says on a terminal that figures are being computed."""
    progress = terminal.Progress()
    try:
        database = Database(place_of_project(options.directory, options.state_dir))
        yield Snapshots(options.directory, database)
    finally:
        progress.finish()


def _line(one):
    """A snapshot in one line."""
    line = f"{one.number}: {one.phase}, {one.taken[:16].replace('T', ' ')} UTC by {one.taken_by}"
    line += f", {one.facts['files']} files"
    line += f". {one.note}" if one.note else ""
    return line + (f" DELETED {one.deleted[:10]} by {one.deleted_by}: {one.reason}" if one.deleted else "")

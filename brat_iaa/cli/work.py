"""Commands about decisions and what is kept: gold, reviews, backup, restore."""

from datetime import datetime, timezone
from pathlib import Path

from brat_iaa import config
from brat_iaa.cli.options import STATE, argument, command, flag, formats, listed, settings
from brat_iaa.cli.running import (
    database_of,
    print_line,
    require_known,
    say,
    store_of,
    typed_overrides,
    write,
)
from brat_iaa.errors import ConfigError
from brat_iaa.formats.tables import for_programs


@command(
    argument(
        "ACTION",
        "draft: make a draft of the gold, or bring it up to date; status: what is left to decide",
        choices=("draft", "status"),
    ),
    argument("DIR", "the project's directory", dest="directory"),
    argument(
        "--to DIR",
        "the draft: a directory that is new, or was made by this command (default: the one that "
        "iaa.conf names)",
    ),
    argument(
        "--rule",
        "what is in the draft without a decision, of those who did the document: what all have "
        "(unanimous, the default), more than half (majority), at least so many (a number), or what "
        "nobody contradicts (uncontradicted)",
    ),
    argument(
        "--take NAMES",
        "what one annotator has, whatever the others do: of everything (anna), of a layer or of a "
        "type (spans=anna,PER=ben)",
        type=listed,
    ),
    argument(
        "--layers NAMES",
        "of a new draft: the layers to be adjudicated, separated by commas (default: all)",
        type=listed,
    ),
    flag("--names", "name annotators before a place is decided, in notes and on the page"),
    STATE,
    formats("tables json csv", "form of the counts that are printed"),
    settings(),
    directory="draft|status DIR",
)
def gold(options):
    """Write a draft of the gold: what annotators agree on, decisions, and notes at the rest.

    gold draft my_project --to my_project/gold
    gold status my_project
    """
    from brat_iaa.adjudication import report
    from brat_iaa.adjudication.making import draft_at
    from brat_iaa.adjudication.source import source_of
    from brat_iaa.phases import done_in

    done = done_in(options.directory, options.state_dir)
    source = source_of(options.directory, typed_overrides(options), done=done)
    asked = {
        "votes": options.rule,
        "taken": options.take and tuple(_taken(each) for each in options.take),
        "names": options.names or None,
        "layers": options.layers,
    }
    asked = {name: value for name, value in asked.items() if value is not None}
    database, place = database_of(options), store_of(options).parent
    drafts = options.action == "draft"
    made = draft_at(source, options.to, database, place, asked if drafts else None)
    forms = made.directory, made.settings, made.work
    write(
        options.format,
        json=lambda: report.to_dict(*forms),
        csv=lambda: report.tables(made.work)[0],
        tables=lambda: (
            report.summary(*forms, made.remarks),
            [table for table in report.tables(made.work) if table.records],
        ),
    )


def _taken(text):
    """(layer or type, annotator) of one of --take."""
    what, _, name = text.rpartition("=")
    return what, name


@command(
    STATE,
    formats("tables json csv", "csv has a row for each document"),
    settings(),
)
def progress(options):
    """Show who is how far: documents by annotators, what is left to decide, and what comes next.

    progress my_project
    progress my_project --format csv
    """
    from brat_iaa.phases.done import DoneWork
    from brat_iaa.review import documents
    from brat_iaa.review.store import Reviews
    from brat_iaa.study import Study

    database, overrides = database_of(options), typed_overrides(options)
    kept = Reviews(database)
    agreement = Study(options.directory, overrides, asked=True, done=DoneWork(database)).agreement()
    phase, access = agreement.config.phase, agreement.config.access
    decided, done = kept.all(phase), kept.done_annotators(phase)
    settled = _adjudicated(options, agreement.config, database)
    rows = documents.documents_progress(agreement, access, decided, done, settled)
    table = documents.document_table(agreement, rows)
    annotators = documents.annotator_table(agreement, rows, decided, done)
    steps = documents.next_steps(rows, access, done)
    write(
        options.format,
        json=lambda: {
            "phase": phase,
            "next": steps,
            "documents": table.dicts(),
            "annotators": annotators.dicts(),
        },
        csv=lambda: table,
        tables=lambda: (steps, [table.truncated("documents"), annotators]),
    )


def _adjudicated(options, settings, database):
    """{document: (settled, all)} of the draft, or of the gold made of one; None without either."""
    from brat_iaa.adjudication.making import draft_at
    from brat_iaa.adjudication.source import source_of
    from brat_iaa.corpus import drafts
    from brat_iaa.phases.done import DoneWork
    from brat_iaa.review.documents import adjudicated_in
    from brat_iaa.store.paths import project_database_path

    name, root = settings.draft or settings.gold, Path(options.directory)
    if not name or not drafts.is_draft(root / name):
        return None
    source = source_of(options.directory, typed_overrides(options), done=DoneWork(database))
    folder = project_database_path(options.directory, options.state_dir).parent
    return adjudicated_in(draft_at(source, None, database, folder).work)


@command(
    STATE,
    argument("--phase NAME", "which phase (default: phase in iaa.conf; of csv and json all)"),
    flag("--no-names", "call annotators by numbers (default: with names)"),
    formats(
        "text csv json", "text is the list for the discussion; csv and json hold every decision"
    ),
)
def reviews(options):
    """List what is left to discuss, or all that annotators have decided.

    reviews my_project
    reviews my_project --format csv
    """
    from brat_iaa.phases.done import DoneWork
    from brat_iaa.review import discussion
    from brat_iaa.review.store import Reviews
    from brat_iaa.study import Study

    database = database_of(options)
    kept, phase, settings = Reviews(database), options.phase, config.load(options.directory, {})
    if phase is None:
        phase = settings.phase
    elif phase not in database.phases():
        require_known(
            "--phase",
            "phase",
            phase,
            ("", settings.phase, *(each.name for each in settings.phases)),
        )

    def names(annotators):
        return discussion.numbers(database, annotators) if options.no_names else None

    if options.format == "text":
        agreement = Study(options.directory, asked=True, done=DoneWork(database)).agreement()
        heading = discussion.about(agreement.project, phase, datetime.now(timezone.utc))
        listed = discussion.disputes(agreement, kept.all(phase))
        print(discussion.to_text(listed, names(agreement.annotators), heading), end="")
        return
    history, done = kept.history(options.phase), kept.done_annotators(phase)
    shown = names(sorted({review.annotator for review in history} | set(done)))
    write(
        options.format,
        csv=lambda: for_programs(
            discussion.decision_rows(history, shown), discussion.DECISION_FIELDS
        ),
        json=lambda: {
            "decisions": discussion.decision_rows(history, shown),
            "done": discussion.done_rows(phase, done, shown),
        },
    )


@command(argument("FILE", "the new file"), STATE)
def backup(options):
    """Write all snapshots and decisions into a new file, while others use them.

    backup my_project kept.sqlite
    """
    from brat_iaa.store import backup as backups
    from brat_iaa.store.paths import refuse_served

    path = store_of(options, tell=True)
    refuse_served(options.file, options.directory, advice="Name a file outside of it.")
    project = Path(options.directory).resolve().name
    content = backups.backup(path, options.file, project)
    print_line(f"{options.file}: {_line(content)}.")


@command(
    argument("FILE", "a file that backup has written, or restore has kept"),
    flag("--force", "also if it is not known to be a backup of this project (default: not)"),
    STATE,
)
def restore(options):
    """Replace all snapshots and decisions by those of a backup; what was there is kept.

    restore my_project kept.sqlite
    """
    from brat_iaa.store import backup as backups

    root = Path(options.directory)
    if not root.is_dir():
        raise ConfigError(f"{root}: no such directory. Expected the project's.")
    path = store_of(options, tell=True)
    done = backups.restore(path, options.file, root.resolve().name, options.force)
    print_line(f"Restored: {_line(done.content)}.")
    if done.kept:
        print_line(f"What was there before is in {done.kept}.")
    say("Whoever has a page open should load it again.")


def _line(content):
    from brat_iaa.formats.cells import count

    return f"{count(content.snapshots, 'snapshot')}, {count(content.decisions, 'decision')}"

"""Commands that look at a project: report, init."""

from pathlib import Path

from brat_iaa.cli.options import (
    ALL_TABLES,
    CLUSTER,
    PLACES,
    READING,
    STATE,
    argument,
    command,
    flag,
    formats,
    settings,
)
from brat_iaa.cli.published import AS_PAPER, print_paper
from brat_iaa.cli.running import (
    print_line,
    require_folder,
    say,
    say_caveats,
    study_of,
    write,
)
from brat_iaa.config import FILE_NAME, Config, locate
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import enumerated

_FORMATS = (
    f"{enumerated(READING)} hold the tables to read; json and csv every score; items is CSV of "
    "every item with what each annotator gave it; methods is what a paper says, and "
    "the works to cite"
)
# --format of the report of a snapshot.
REPORT_FORMATS = formats("tables json csv items methods", _FORMATS)


@command(
    formats("tables json csv items methods svg", f"{_FORMATS}; svg is a picture, with --as"),
    ALL_TABLES,
    flag(
        "--by-sentence", "JSON and CSV: also a score for each sentence and pair (default: without)"
    ),
    argument(
        "--html FILE",
        "also write the report as a page that stands alone, to send or to keep (default: no page)",
    ),
    AS_PAPER,
    STATE,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def report(options):
    """Print an agreement report, including what was excluded and why.

    report my_project
    report anna.conllu ben.conllu --format csv
    report corpus1 corpus2 --as SK14
    """
    if options.paper:
        return print_paper(options)
    from brat_iaa.report.scores import score_table

    if options.format == "svg":
        raise ConfigError("--format svg is a picture of a paper. Add --as SK14, or see plot.")
    if options.by_sentence and options.format not in ("json", "csv"):
        raise ConfigError(
            f"--by-sentence: not available as {options.format}. Add --format json or csv."
        )
    if options.html:
        require_folder(options.html)
    # Tables say it themselves.
    with study_of(options, tell=options.format not in READING) as study:
        agreement = study.agreement()
    write_report(
        options,
        agreement,
        json=lambda: _json(agreement, options.by_sentence),
        csv=lambda: score_table(_scores(agreement, options.by_sentence), agreement.groups),
        methods=lambda: _methods(agreement),
    )
    if options.html:
        from brat_iaa.formats.html import to_page
        from brat_iaa.report.tables import summary, tables

        title = f"Agreement in {agreement.project}"
        shown = summary(agreement), tables(agreement)
        page = to_page(title, *shown, [("For a paper", _methods(agreement))])
        Path(options.html).write_text(page, "utf-8")
        say(f"Wrote {options.html}.")
    if options.format in ("csv", "items", "methods"):
        say_caveats(agreement)


def _methods(agreement):
    from brat_iaa.paper.methods import as_text

    return as_text(agreement)


def _json(agreement, by_sentence):
    from brat_iaa.report.contents import size_table
    from brat_iaa.report.document_groups import group_rows
    from brat_iaa.report.kind_tables import mention_rows
    from brat_iaa.report.scores import each_row, to_dict
    from brat_iaa.report.trees import tree_rows

    # All first: what is said of some of them takes them from these.
    scores = _scores(agreement, by_sentence)
    return {
        **to_dict(agreement, ()),
        # One at a time, as they are written.
        "scores": each_row(scores),
        "size": size_table(agreement).dicts(),
        "mentions": mention_rows(agreement),
        "trees": tree_rows(agreement),
        **group_rows(agreement),
    }


def _scores(agreement, by_sentence):
    of_documents = map(agreement.sentence_scores, agreement.tables if by_sentence else ())
    return [*agreement.scores, *(score for scores in of_documents for score in scores)]


def write_report(options, agreement, heading=(), **forms):
    """Print a report in the form that was asked for.

    heading  lines above the summary
    forms    as in write(), of those that are not the same for all
    """
    from brat_iaa.report.items import item_table
    from brat_iaa.report.tables import brief, summary, tables

    in_brief = options.format == "text" and not options.all
    chosen = brief if in_brief else tables
    write(
        options.format,
        in_brief,
        items=lambda: item_table(agreement),
        tables=lambda: (
            [*heading, *summary(agreement, answers_first=options.format == "text")],
            chosen(agreement),
        ),
        **forms,
    )
    if in_brief:
        print_line("All tables: --all")


@command(flag("--force", "replace an iaa.conf that is there (default: refuse)"))
def init(options):
    """Write an iaa.conf with what was found in the files.

    init my_project
    init my_project --force
    """
    from brat_iaa.config.proposals import survey
    from brat_iaa.config.template import template
    from brat_iaa.corpus.project_reader import ProjectReader

    root = Path(options.directory)
    path = root / FILE_NAME
    config = locate(Config(), root)
    project = ProjectReader(root, config, config.excluded_dirs).read()
    proposed = survey(project)
    try:
        with open(path, "w" if options.force else "x", encoding="utf-8") as file:
            file.write(template(proposed.proposals, config.found))
    except FileExistsError:
        raise ConfigError(
            f"{path} is there already. Edit it, or replace it with --force."
        ) from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"Wrote {path} for {', '.join(project.annotators)}. guide settings explains them all.")
    for active, words in ((True, "Compared"), (False, "Proposed as comments, not compared")):
        names = [
            proposal.layer.name for proposal in proposed.proposals if proposal.active == active
        ]
        if names:
            say(f"{words}: {', '.join(names)}.")
    if not proposed.layers:
        say(
            "Nothing is compared yet: nobody has drawn anything that another could have drawn "
            "differently."
        )
    say(*config.found.lines)
    if len(project.annotators) == 1 and not config.gold:
        say(
            "Agreement needs a second annotator, with a directory of their own beside the first; "
            "or a gold."
        )

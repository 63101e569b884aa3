"""report --as: the tables of a paper, from the projects at hand."""

from pathlib import Path

from brat_iaa.cli.options import argument, group
from brat_iaa.cli.running import naming_project, study_of, typed_overrides, write
from brat_iaa.errors import ConfigError

PAPERS = ("RD13", "SK14", "PA04", "MI10", "BE16")
# Options of the study of anchoring, which a paper needs.
_ROLES = ("anchors", "gold-of", "started-from", "scratch", "reviewed", "judges")
AS_PAPER = group(
    "tables of a paper",
    "Several DIRs are several corpora; of RD13 they are phases.",
    argument(
        "--as PAPER",
        "instead of the report, print the tables of a paper with its rows and columns: "
        f"{', '.join(PAPERS)}; svg: SK14's figure 6 (default: the report)",
        dest="paper", choices=PAPERS,
    ),
    argument("--minutes FILE", "RD13: the minutes of annotators, see study timing"),
    *(argument(f"--{name} VALUE", "BE16: see study anchoring") for name in _ROLES),
)  # fmt: skip


def print_paper(options):
    """Print the tables of the paper that was asked for."""
    from brat_iaa.published import reports

    if options.format in ("items", "methods"):
        raise ConfigError(f"--as: not available as {options.format}. Choose another --format.")
    if options.html or options.by_sentence:
        raise ConfigError("--as prints tables alone. Leave out --html and --by-sentence.")
    places = options.places or ["."]
    apart = [[place] for place in places] if all(map(Path.is_dir, map(Path, places))) else [places]
    corpora = []
    for of_corpus in apart:
        options.places = of_corpus
        with naming_project(options), study_of(options) as study:
            corpora.append(_corpus(options, study))
    report = reports.report_of(options.paper, corpora)
    if options.format == "svg" and report.picture is None:
        raise ConfigError(f"--format svg: {options.paper} has no picture of these figures.")
    write(
        options.format,
        tables=lambda: (report.said, report.tables),
        json=lambda: {"paper": options.paper, **report.to_dict()},
        csv=lambda: report.rows,
        svg=lambda: _svg(report.picture),
    )


def _corpus(options, study):
    """The CorpusAtHand of a project."""
    from brat_iaa.cli.phases import snapshots_of
    from brat_iaa.phases import done_in
    from brat_iaa.published import reports
    from brat_iaa.store.paths import known_project_database, may_exist
    from brat_iaa.studies.study import project_at

    project = project_at(
        options.directory, typed_overrides(options), study.agreement, study.progress,
        done_in(options.directory, options.state_dir),
    )  # fmt: skip
    kept = None
    if may_exist(known_project_database(options.directory, options.state_dir)):
        kept = snapshots_of(options, some=False)
    roles = {name.replace("-", "_"): getattr(options, name.replace("-", "_")) for name in _ROLES}
    return reports.corpus_of(project, kept, options.minutes, roles)


def _svg(picture):
    from brat_iaa.formats.picture import to_svg

    return to_svg(picture, paper=True) + "\n"

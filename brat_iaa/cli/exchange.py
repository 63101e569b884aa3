"""Commands that write files: export, convert, plot."""

from brat_iaa import config
from brat_iaa.cli.options import CLUSTER, PLACES, STATE, argument, command, counting, settings
from brat_iaa.cli.phases import snapshots_of
from brat_iaa.cli.running import require_folder, say, study_of, typed_overrides
from brat_iaa.corpus.problem import typed
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import count

# A page of brat with many more takes seconds to draw.
_SENTENCES = 20


@command(
    argument("N", "number of a snapshot", dest="number", type=counting),
    STATE,
    argument("--to DIR", "a new directory", required=True),
)
def export(options):
    """Write a snapshot byte for byte, as a collection of brat.

    export my_project 2 --to as_it_was
    """
    kept = snapshots_of(options)
    kept.export(options.number, options.to)
    number = kept.get(options.number).facts["files"]
    say(f"Wrote the {number} files of snapshot {options.number} to {options.to}.")


@command(
    argument("TARGET", "a new directory"),
    argument(
        "--size N",
        "most sentences in a document of brat that is made",
        type=counting,
        default=_SENTENCES,
    ),
    settings(),
)
def convert(options):
    """Make a collection of brat out of CoNLL-U, or CoNLL-U out of dependencies in brat.

    convert my_treebanks my_project
    convert my_project my_treebanks
    """
    from brat_iaa.exchange.to_brat import collection
    from brat_iaa.exchange.to_conllu import treebanks
    from brat_iaa.phases.contents import write_contents

    read = config.load(options.directory, typed_overrides(options))
    project = _everybody(options.directory, read)
    if read.found.treebanks:
        write_contents(collection(project, options.size), options.target)
        for problem in project.problems:
            line = f", line {problem.line}" if problem.line else ""
            say(f"{problem.file}{line}: {problem.message}")
        say(
            f"Wrote {count(len(project.documents), 'document')} of "
            f"{', '.join(project.annotators)} to {options.target}. Put it below brat's data "
            f"directory, or try: brat-agreement report {options.target}"
        )
    else:
        files, lost, several = treebanks(project, read.dependencies)
        write_contents(files, options.target)
        say(f"Wrote {len(files)} files to {options.target}.")
        if several:
            say("Some tokens have several heads: all are in DEPS. Compare with --graph enhanced.")
        left = [f"{number} {what}" for what, number in lost.items() if number]
        if left:
            say(f"What CoNLL-U cannot hold is excluded: {'; '.join(left)}.")
    for left_out in project.excluded:
        names = ", ".join(left_out.annotators)
        say(f"Excluded: {left_out.document} ({names}): {left_out.reason}.")


def _everybody(root, settings_of_project):
    """The Project of the annotators and the gold."""
    from brat_iaa.corpus.project_reader import ProjectReader

    reader = ProjectReader(root, settings_of_project, settings_of_project.excluded_dirs)
    gold = settings_of_project.references
    if not gold:
        return reader.read()
    names = (*reader.listing().annotators, *gold)
    return ProjectReader(root, settings_of_project._replace(annotators=names)).read()


# What can be drawn; that of snapshots is not in report.plots.
_OF_FIGURES = ("layers", "labels", "documents", "annotators")
_TREND = "phases"


@command(
    argument(
        "--to FILE.svg",
        "the picture",
        required=True,
    ),
    argument(
        "--what",
        "what is drawn. layers, labels, documents: figures with their intervals; annotators: each "
        "one's mean with the others; phases: the trend over snapshots",
        choices=(*_OF_FIGURES, _TREND),
        default="layers",
    ),
    argument("--layer NAME", "layer (default: the first that has what is drawn)"),
    STATE,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def plot(options):
    """Draw figures into a file, as SVG.

    plot my_project --to figures.svg
    plot my_project --what labels --layer spans --to labels.svg
    """
    from brat_iaa.api.plot import Plot, require_format
    from brat_iaa.report.plots import plot as draw

    require_format(options.to)
    require_folder(options.to)
    if options.what == _TREND:
        drawn = Plot(_of_snapshots(options))
    else:
        with study_of(options) as study:
            agreement = study.agreement()
            drawn = Plot(draw(agreement, options.what, options.layer))
    drawn.save(options.to)
    say(f"Wrote {options.to}: {drawn.title}.")


def _of_snapshots(options):
    from brat_iaa.phases.trend import picture, trends

    kept = snapshots_of(options)
    drawn = picture(trends([kept.state(number) for number in kept.whole_numbers()]))
    if drawn is None:
        raise ConfigError(
            f"{options.directory}: there is no snapshot with figures yet. Take one: "
            f"brat-agreement snapshot {typed(options.directory)} --phase NAME."
        )
    return drawn

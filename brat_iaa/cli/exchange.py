"""Commands that write files in other formats: export, convert, plot."""

from pathlib import Path

from brat_iaa import config
from brat_iaa.cli.options import CLUSTER, PLACES, STATE, argument, command, counting, settings
from brat_iaa.cli.phases import snapshots_of
from brat_iaa.cli.running import say, study_of, typed_overrides
from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import count

# A page of brat with many more takes seconds to draw.
_SENTENCES = 20


@command(
    argument(
        "N",
        "number of a snapshot (default: the project as it is, with --format conllu)",
        dest="number",
        nargs="?",
        type=counting,
    ),
    STATE,
    argument("--to DIR", "a new directory", required=True),
    argument(
        "--format",
        "brat: byte for byte, as a collection of brat; conllu: dependencies as CoNLL-U, a file for "
        "each annotator and document",
        choices=("brat", "conllu"),
        default="brat",
    ),
    settings(),
)
def export(options):
    """Write a snapshot as a collection of brat's, or a project as CoNLL-U."""
    from brat_iaa.phases.contents import temporary_copy

    if options.number is None and options.format == "brat":
        raise ConfigError(
            "Which snapshot is it? Give its number; or write the project as it is as CoNLL-U: "
            "--format conllu."
        )
    if options.number is None:
        _export_conllu(options.directory, options)
        return
    kept = snapshots_of(options)
    files = kept.files(options.number)
    if options.format == "conllu":
        name = Path(options.directory).resolve().name
        with temporary_copy(files, name) as root:
            _export_conllu(root, options)
        return
    kept.export(options.number, options.to)
    say(f"Wrote the {len(files)} files of snapshot {options.number} to {options.to}.")


def _export_conllu(root, options):
    from brat_iaa.exchange.to_conllu import treebanks
    from brat_iaa.phases.contents import write_contents

    settings_of_project = config.load(root, typed_overrides(options))
    if settings_of_project.found.treebanks:
        raise ConfigError(f"{options.directory}: its files are CoNLL-U already.")
    project = _everybody(root, settings_of_project)
    files, lost, several = treebanks(project, settings_of_project.dependencies)
    write_contents(files, options.to)
    say(f"Wrote {len(files)} files to {options.to}.")
    if several:
        say("Some tokens have several heads: all are in DEPS. Compare them with --graph enhanced.")
    left = [f"{number} {what}" for what, number in lost.items() if number]
    if left:
        say(f"What CoNLL-U cannot hold is excluded: {'; '.join(left)}.")
    _say_excluded(project)


@command(
    argument("TARGET", "a new directory"),
    argument(
        "--graph",
        "arcs to write: basic (HEAD and DEPREL), enhanced (DEPS) or both",
        dest="setting_graph",
        choices=("basic", "enhanced", "both"),
        default="basic",
    ),
    argument(
        "--sentences N", "most sentences in a document of brat", type=counting, default=_SENTENCES
    ),
)
def convert(options):
    """Make a collection of brat out of a project of CoNLL-U."""
    from brat_iaa.exchange.to_brat import collection
    from brat_iaa.phases.contents import write_contents

    root = options.directory
    settings_of_project = config.load(root, typed_overrides(options))
    if not settings_of_project.found.treebanks:
        raise ConfigError(
            f"{root}: its files are not CoNLL-U. To write a project of brat as CoNLL-U: "
            f"brat-agreement export {root} --format conllu --to DIR"
        )
    project = _everybody(root, settings_of_project)
    write_contents(collection(project, options.sentences), options.target)
    for problem in project.problems:
        line = f", line {problem.line}" if problem.line else ""
        say(f"{problem.file}{line}: {problem.message}")
    say(
        f"Wrote {count(len(project.documents), 'document')} of {', '.join(project.annotators)} to "
        f"{options.target}. Put it below brat's data directory, or try: "
        f"brat-agreement report {options.target}"
    )
    _say_excluded(project)


def _everybody(root, settings_of_project):
    """The Project of the annotators and the gold."""
    from brat_iaa.corpus.project_reader import ProjectReader

    reader = ProjectReader(root, settings_of_project, settings_of_project.excluded_dirs)
    gold = settings_of_project.references
    if not gold:
        return reader.read()
    names = (*reader.listing().annotators, *gold)
    return ProjectReader(root, settings_of_project._replace(annotators=names)).read()


def _say_excluded(project):
    for left in project.excluded:
        say(f"Excluded: {left.document} ({', '.join(left.annotators)}): {left.reason}.")


# What can be drawn; that of snapshots is not in report.plots.
_OF_FIGURES = ("layers", "labels", "documents", "annotators", "settling")
_TREND = "phases"


@command(
    argument(
        "--to FILE",
        "the picture, FILE.svg",
        required=True,
    ),
    argument(
        "--what",
        "what is drawn. layers, labels, documents: figures with their intervals; annotators: each "
        "one's mean with the others; settling: what agreeing on a pattern would gain; phases: the "
        "trend over snapshots",
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
    """Draw figures into a file, as SVG."""
    from brat_iaa.api.plot import Plot, require_format
    from brat_iaa.report.plots import plot as draw

    require_format(options.to)
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
            "brat-agreement snapshot DIR --phase NAME."
        )
    return drawn

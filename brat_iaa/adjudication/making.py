"""Makes the draft of a gold, as a whole or not at all."""

import shutil
from functools import partial
from pathlib import Path
from typing import NamedTuple

from brat_iaa.adjudication.decisions import Decisions, DraftSettings
from brat_iaa.adjudication.directory import check_target, copy_settings
from brat_iaa.adjudication.draft import Draft
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.corpus import drafts
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.server_hooks import saving
from brat_iaa.spelling import nearest
from brat_iaa.store.whole_files import new_directory


class MadeDraft(NamedTuple):
    """A draft as the command has left it.

    directory  its path
    settings   DraftSettings
    work       Worklist
    remarks    sentences on what to do when it is finished, and on what was copied for brat
    """

    directory: Path
    settings: DraftSettings
    work: object
    remarks: tuple = ()


def draft_at(source, out, database, work_dir, asked=None) -> MadeDraft:
    """The draft in a directory: made, or brought up to date.

    out       path; None: the draft that iaa.conf names, else its gold
    database  Database of the project; work_dir: where locks are
    asked     how it is to be made, as far as that was said: {"votes" and "taken" of a DraftRule,
              "names" and "layers" of DraftSettings}; None: only look, and write nothing

    Raises ConfigError and ProjectError with the next step.
    """
    config, root = source.config, Path(source.project.root).resolve()
    name = config.draft or config.gold
    if out is None and name is None:
        raise ConfigError("Which draft is it? Name its directory, such as --to gold.")
    out = (root / name if out is None else Path(out)).resolve()
    inside, copied = out.parent == root, ()
    decisions = Decisions(out.name if inside else str(out), database)
    if drafts.is_draft(out):
        if asked is None and decisions.settings() is None:
            raise ConfigError(
                f"{out} was made by an earlier version. Run: brat-agreement gold draft {root}"
            )
        is_gold = inside and out.name == config.gold and config.draft is None
        draft = Draft(
            out, decisions, partial(saving.locked, work_dir), is_gold, writes=asked is not None
        )
        if asked:
            if "layers" in asked:
                raise ConfigError(f"{out} is a draft already: --layers belongs to a new one.")
            kept = draft.settings(source)
            draft.change(source, *_made_by(asked, kept.rule, kept.names))
        work = draft.work(source)
    elif asked is None or out.is_dir() and out.name == name and inside:
        raise ConfigError(
            drafts.unmarked(out.name) if out.is_dir() else f"{out}: there is no draft yet."
        )
    else:
        rule, names = _made_by(asked, DraftRule(), False)
        settings = DraftSettings(rule, names, asked.get("layers"))
        work, copied = make(source, out, decisions, settings)
    kept, remarks = decisions.settings(), []
    if inside and out.name not in (config.draft, config.gold):
        layers = f" and draft_layers = {', '.join(kept.layers)}" if kept.layers else ""
        gold = "gold and gold_layers" if layers else "gold"
        remarks.append(
            f"Now set draft = {out.name}{layers} in [project] of iaa.conf, and decide the rest on "
            f"the page Adjudicate; when it is finished, set {gold} instead."
        )
    if copied:
        remarks.append(f"Copied for brat: {', '.join(copied)}.")
    return MadeDraft(out, kept, work, tuple(remarks))


def make(source, out, decisions, settings, bounds=Bounds()) -> tuple:
    """Make a draft: (its Worklist, names of brat's settings files that were copied).

    out        path of the new directory, which must not exist, or be empty
    decisions  Decisions of it; what was decided on an earlier one of its name is no more in force
    settings   DraftSettings

    Raises ConfigError and ProjectError; nothing is written then.
    """
    project, config = source.project, source.config
    settings.rule.check(project, source.layers)
    settings = settings._replace(layers=_chosen_layers(settings.layers, source.layers))
    out = check_target(out, project.root, project.annotators, config.excluded_dirs, config.layout)
    decisions.begin(settings)
    try:
        with new_directory(out) as folder:
            work = Draft(folder, decisions).work(source)
            if not work.documents:
                why = "nobody has annotated any document"
                if any(isinstance(document.text, TextOfFields) for document in project.documents):
                    why = "the texts (.txt) are missing"
                raise ProjectError(f"{project.root}: {why}, so there is nothing to draft.")
            for document, why in work.absent.items():
                raise ConfigError(f"{document}: {why} Nothing was left behind.")
            drafts.mark(folder)
            root = Path(project.root).resolve()
            copied = copy_settings(root, project.annotators, folder, bounds.within)
    except BaseException:
        decisions.forget()
        raise
    return work, copied


def delete(directory, decisions):
    """Delete a draft with all that was decided in it. Raises OSError."""
    # A name with a leading dot is nobody's, should it end half-way.
    aside = directory.with_name(f".{directory.name}-deleted")
    directory.rename(aside)
    decisions.forget()
    shutil.rmtree(aside)


def _made_by(asked, rule, names):
    """(DraftRule, whether annotators are named) of what is asked for, else as they are."""
    rule = rule._replace(**{name: asked[name] for name in ("votes", "taken") if name in asked})
    return rule, asked.get("names", names)


def _chosen_layers(names, layers):
    """Names of layers that are chosen, in their order; None if they are all. Raises ConfigError."""
    compared = [layer.name for layer in layers]
    for name in names or ():
        if name not in compared:
            raise ConfigError(
                f"“{name}” is no layer that is compared.{nearest(name, compared, 'Layers')}"
            )
    if names is not None and not names:
        raise ConfigError("No layer is chosen. Choose at least one.")
    if names is None or set(names) == set(compared):
        return None
    return tuple(name for name in compared if name in names)

"""The page of the guide on what scripts may use, made from signatures and docstrings."""

import inspect
from types import ModuleType

from markupsafe import Markup

import brat_iaa
from brat_iaa.api import plot, records

TITLE = "What scripts may use"
_ENTRY = Markup('<h3 id="{}"><code>{}</code></h3>\n<pre class="said"><code>{}</code></pre>')


def page():
    """Markup of all public names with their signatures and docstrings."""
    parts = [Markup("<p>{}</p>").format("All names of the package, as help() prints them.")]
    for name in brat_iaa.__all__:
        found = getattr(brat_iaa, name)
        if isinstance(found, ModuleType):
            parts += _section(
                f"iaa.{name}", found, {own: getattr(found, own) for own in dir(found)}
            )
        elif inspect.isclass(found):
            parts += _section(name, found, _public(found))
        elif callable(found):
            parts += _section(f"iaa.{name}", found, {})
    of_records = {name: own for name, own in vars(records).items() if name.endswith("Record")}
    parts += _section("Records", records, of_records)
    parts += _section("Plot", plot.Plot, _public(plot.Plot))
    return Markup("\n").join(parts)


def _public(found):
    return {name: own for name, own in vars(found).items() if name[0] != "_"}


def _section(title, found, inside):
    yield Markup('<h2 id="{}"><code>{}</code></h2>').format(title, f"{title}{_signature(found)}")
    yield Markup('<pre class="said"><code>{}</code></pre>').format(inspect.getdoc(found) or "")
    for name, own in inside.items():
        if inspect.getdoc(own):
            shown = f"{name}{_signature(own)}"
            yield _ENTRY.format(f"{title}.{name}", shown, inspect.getdoc(own))


def _signature(found):
    """As it is called; "" for what is not. What is allowed, the docstrings say."""
    if not inspect.isfunction(found):
        return ""
    signature = inspect.signature(found)
    given = [own for own in signature.parameters.values() if own.name != "self"]
    plain = [own.replace(annotation=inspect.Parameter.empty) for own in given]
    return str(inspect.Signature(plain))

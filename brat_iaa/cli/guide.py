"""The command that explains: guide."""

from brat_iaa.cli.options import command_of


def add_guide(choose):
    """Add brat-agreement guide."""
    command = command_of(choose, guide, directory="[TOPIC]")
    command.add_argument(
        "topic", metavar="TOPIC", nargs="?",
        help="name of a topic, or of one section of it, such as alpha#formula (default: list them)",
    )  # fmt: skip


def guide(options):
    """Explain measures, settings and how to go about things."""
    from brat_iaa import guide as texts
    from brat_iaa.config import nearest
    from brat_iaa.errors import ConfigError
    from brat_iaa.guide import plain

    if options.topic is None:
        print(plain.contents())
        return
    name, _, anchor = options.topic.partition("#")
    try:
        blocks = texts.section(name, anchor) if anchor else texts.topic(name).blocks
    except texts.UnknownTopic as error:
        known = texts.anchors(name) if name in texts.NAMES else texts.NAMES
        raise ConfigError(f"{error}{nearest(anchor or name, known)}") from None
    print(plain.to_text(blocks), end="")

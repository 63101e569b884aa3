"""The command that explains: guide."""

from brat_iaa.cli.options import argument, command


@command(
    argument(
        "TOPIC",
        "name of a topic, or of one section of it, such as alpha#formula (default: list them)",
        nargs="?",
    ),
    directory="[TOPIC]",
)
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

"""The picture of a simulation, for the command plot."""

NAME = "random-errors"
HELP = "what shares of random errors would give, with the project's figures"


def picture(agreement, progress):
    """The Drawing of a simulation with the first annotator's work, as simulate makes it."""
    from brat_iaa.studies.simulation import report
    from brat_iaa.studies.simulation.command import simulated

    return report.picture(simulated(agreement, agreement.annotators[0], progress=progress))

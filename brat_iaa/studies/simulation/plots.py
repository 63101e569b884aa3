"""The picture of a simulation, for the command plot."""

NAME = "random-errors"
HELP = "what shares of random labels and heads would give, with the project's figures"


def picture(agreement, progress):
    """The Drawing of a simulation with the first annotator's trees, as simulate makes it."""
    from brat_iaa.studies.simulation import perturbation, report
    from brat_iaa.studies.simulation.command import require_trees

    require_trees(agreement)
    of = agreement.annotators[0]
    simulation = perturbation.simulate(agreement, agreement.config, of, 3, 1, progress)
    return report.picture(simulation)

"""What is wrong with an installation or a project, how bad it is, and what mends it."""

from brat_iaa.server_hooks.install.findings import FINE, LEVELS, NOTE, PROBLEM, WARNING, Finding

__all__ = ["FINE", "LEVELS", "NOTE", "PROBLEM", "WARNING", "Finding", "as_text", "by_level"]


def by_level(findings):
    """List of the Findings, the worst first."""
    return sorted(findings, key=lambda finding: LEVELS.index(finding.level))


def as_text(findings):
    """List of lines of Findings."""
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:8} {finding.about}: {finding.text}")
        if finding.do:
            lines += [f"{'':8} To do: {line}" for line in finding.do.split("\n")]
    return lines

"""What is wrong with an installation or a project, how bad it is, and what mends it."""

from brat_iaa.server_hooks.install.findings import FINE, LEVELS, NOTE, PROBLEM, WARNING, Finding

__all__ = ["FINE", "LEVELS", "NOTE", "PROBLEM", "WARNING", "Finding", "as_text"]


def as_text(findings):
    """List of lines, the worst findings first."""
    lines = []
    for finding in sorted(findings, key=lambda finding: LEVELS.index(finding.level)):
        lines.append(f"{finding.level:8} {finding.about}: {finding.text}")
        if finding.do:
            lines += [f"{'':8} To do: {line}" for line in finding.do.split("\n")]
    return lines

"""The figures of a project for scripts and notebooks: what `import brat_iaa` offers."""

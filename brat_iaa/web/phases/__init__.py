"""Pages of phases: the list of snapshots, and two of them compared."""

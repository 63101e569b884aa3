"""Executors for the parts of a computation: processes of this machine, or a Dask cluster."""

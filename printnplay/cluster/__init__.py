"""Work on other machines: a Dask cluster, and what travels to its workers."""

"""Work on other machines: a Dask cluster, and the data sent to its workers."""

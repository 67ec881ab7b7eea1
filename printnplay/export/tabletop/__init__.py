"""File formats of virtual tabletops: saved objects, scripts and archives."""

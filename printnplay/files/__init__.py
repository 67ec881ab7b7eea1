"""Files of a project: read and written through one door, YAML with places, sets replaced whole."""

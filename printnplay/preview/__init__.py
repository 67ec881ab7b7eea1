"""Live preview: a local server that renders a game while it is being written."""

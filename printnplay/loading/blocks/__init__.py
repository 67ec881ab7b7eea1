"""The blocks of booklet.yaml, by subject; each kind says its keys and makes its block."""

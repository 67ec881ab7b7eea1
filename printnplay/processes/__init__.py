"""Work of one command in several processes: how many there may be, and what they make."""

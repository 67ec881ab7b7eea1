"""What the benchmark is made of: the pieces of work, the clock, the checks, the table."""

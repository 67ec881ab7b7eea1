"""Worker processes of a command, and its limits of time and memory."""

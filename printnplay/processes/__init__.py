"""Worker processes of a command, with limits of time and memory."""

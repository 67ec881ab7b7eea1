"""What the commands do: builds, checks, new projects."""

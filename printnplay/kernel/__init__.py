"""Values used by every package: diagnostics, lengths, languages, print settings."""

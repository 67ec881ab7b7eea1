"""Values that every package uses: diagnostics, lengths, languages, print settings."""

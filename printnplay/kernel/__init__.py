"""What every part of the program speaks in: diagnostics, lengths, languages, printing."""

"""Work on translations: how far they are, what is accepted, new languages, exchange files."""

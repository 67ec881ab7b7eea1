"""Translation: status, new languages, acceptance, exchange with translators' programs."""

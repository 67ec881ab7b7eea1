"""Translations: status, new languages, approval, exchange with translators' programs."""

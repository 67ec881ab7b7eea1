"""Word alignment: which words of a translation stand for which words of its original."""

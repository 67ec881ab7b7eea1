"""Games for the libraries of those who study players: OpenSpiel and PettingZoo, both extras."""

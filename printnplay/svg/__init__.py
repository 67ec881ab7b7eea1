"""SVG drawings: parsing, cleaning, checking, placing; preparing photographs for print."""

"""SVG drawings: parsed, cleaned, checked and placed; photographs made fit for print."""

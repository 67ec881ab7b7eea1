"""Parse card tables: cells of CSV, Excel and OpenDocument files, with their places."""

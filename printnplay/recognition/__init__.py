"""Cards found on the pages of PDFs and in pictures that other programs made."""

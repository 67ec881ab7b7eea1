"""What renderers draw: pictures, pages, sheets, documents, text styles."""

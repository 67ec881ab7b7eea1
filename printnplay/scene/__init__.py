"""The data that renderers draw: pictures, pages, sheets, documents, text styles."""

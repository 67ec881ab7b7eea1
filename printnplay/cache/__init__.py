"""The user's cache: rendered faces, baked pages and reports, kept between commands."""

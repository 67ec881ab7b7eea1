"""A table for several browsers in the local network: the server holds what is hidden."""

"""Training: the switched training of both phases, as a generator of records."""

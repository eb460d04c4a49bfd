"""Read back: the exchanged network reads a sentence and writes the table that it tells."""

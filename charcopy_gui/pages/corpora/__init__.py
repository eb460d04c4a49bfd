"""Corpora as several pages choose them: which there are, and how a file is read."""

"""The Generate page: a table in, a sentence out, and why each character was written."""

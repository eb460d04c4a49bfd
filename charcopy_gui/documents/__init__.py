"""Texts in files: opened, saved, kept from one start to the next, and shown again."""

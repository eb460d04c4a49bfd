"""Slots in a text: said, in other words, copied almost, missing, wrong or invented."""

"""Plots, one a file: they append records and draw them."""

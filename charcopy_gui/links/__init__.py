"""Carry requests and records between a page and its worker, one link a page."""

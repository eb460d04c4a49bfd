"""Make the pages that come after the first paint, each with its worker, its link and its plots."""

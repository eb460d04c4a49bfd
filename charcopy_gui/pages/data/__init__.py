"""The Data page: which corpora there are, getting them, and looking into them."""

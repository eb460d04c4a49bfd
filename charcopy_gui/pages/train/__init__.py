"""Train: a model from scratch or from a checkpoint, with its curves and its texts as they come."""

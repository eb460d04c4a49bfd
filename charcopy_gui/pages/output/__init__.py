"""What was written and why: the parts that pages share which show a text character by character."""

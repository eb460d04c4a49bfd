"""How everything looks and is called: colours, icons, size of text, focus, words for a source."""

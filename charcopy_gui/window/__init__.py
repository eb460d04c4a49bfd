"""The window itself: its pages, joined with one another, the menus and the help."""

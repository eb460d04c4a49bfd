"""Parts that several pages are built of: layouts, fields, lists, dialogs, bars."""

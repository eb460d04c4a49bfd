"""What stands around the pages: menus, navigation, the stack; and what holds for all of them."""

"""Corpora: reading files of examples, and the program's own small one."""

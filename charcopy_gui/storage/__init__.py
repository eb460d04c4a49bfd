"""What is on the disk: where, what is remembered, and what becomes of unusable files."""

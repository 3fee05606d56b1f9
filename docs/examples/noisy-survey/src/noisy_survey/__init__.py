"""A survey of yes and no, and a count, with noise."""

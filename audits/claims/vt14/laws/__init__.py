"""Exact laws and counts that several claims use, by topic."""

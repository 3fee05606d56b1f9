"""Wrong variants of mechanisms and constructions, by topic."""

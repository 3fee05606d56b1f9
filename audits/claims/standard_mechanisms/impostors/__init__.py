"""Wrong variants of the standard mechanisms, by family."""

"""The published programs: each once, its scales, levels and stops being parameters."""

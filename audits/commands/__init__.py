"""The commands of `exactdp`, one module for each; `audits.cli` puts them together."""

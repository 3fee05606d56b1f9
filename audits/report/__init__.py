"""The ledger as one static HTML page."""

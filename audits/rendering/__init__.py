"""What a person sees: decimals, pictures, and the pages of the ledger."""

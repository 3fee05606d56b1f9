"""Small faults in the reference, one at a time, judged by the claims of the ledger alone."""

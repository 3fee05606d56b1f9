"""Every number of answers: runs that are moved (`moving`), runs that stretch, and verdicts."""

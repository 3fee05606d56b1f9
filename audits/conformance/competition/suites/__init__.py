"""What each tool decides, with the truth and the seconds that its authors recorded."""

"""Reports: what the system prints, one file for each."""

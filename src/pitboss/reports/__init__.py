"""The reports that the system prints, one file for each."""

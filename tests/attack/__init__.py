"""What an attacker, or a broken machine, does to a running site: each finding is one test."""

"""What each screen shows: boards, the next step, labels, and what the pit remembers."""

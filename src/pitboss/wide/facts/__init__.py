"""What is asked and what can happen between a property and its hub."""

"""The books against the rows they are made of."""

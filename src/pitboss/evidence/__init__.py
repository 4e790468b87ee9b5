"""What leaves the house as evidence: files made from the journal alone, with a signed manifest and
a verifier, so that nobody needs pitboss to check them, and nothing about a winner in them."""

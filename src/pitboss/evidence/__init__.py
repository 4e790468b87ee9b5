"""Evidence that leaves the house: files made from the journal alone, with a signed manifest and a
verifier. Nobody needs pitboss to check them, and nothing in them identifies a winner."""

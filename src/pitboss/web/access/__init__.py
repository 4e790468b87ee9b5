"""Who comes in: badges, PINs, cards, sessions, devices, and the gate that asks each of them."""

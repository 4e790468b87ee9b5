"""Who gets in: badges, PINs, cards, sessions, devices, and the gate that checks them."""

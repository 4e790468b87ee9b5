"""`python -m pitboss` is the same as the command `pitboss`."""

from __future__ import annotations

from pitboss.cli import main

if __name__ == "__main__":
    main()

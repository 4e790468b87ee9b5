"""The setup: from an empty folder to a floor that plays for money, in a browser.

`steps` writes a site file before there is a floor, for whoever sits at the machine or knows the
code in its terminal; `live_steps` belongs to the running floor while it trains, for its own staff.
Once money is played for, neither is there."""

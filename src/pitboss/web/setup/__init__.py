"""The setup: from an empty folder to a floor that plays for money, in a browser.

`steps` writes a site file before there is a floor, for the person at the machine or with the code
from its terminal. `live_steps` belongs to the running floor while it trains, for its own staff.
Once the floor plays for money, both are gone.
"""

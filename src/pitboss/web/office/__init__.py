"""The office: meters, wins, adjustments, reports, paytables, people, devices and the journal."""

"""Equipment at a table: sensors, keypads, badge readers. One file for each family.

A device sends numbered signals over HTTP or MQTT (docs/devices.md). A signal is not yet a fact:
here it becomes a lit light, or a command for the floor to decide."""

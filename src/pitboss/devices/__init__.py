"""What stands at a table: sensors, keypads, badge readers. One file for each family.

A device speaks in numbered signals, over HTTP or MQTT (docs/devices.md). A signal is not yet a
fact: here it becomes a lit light, or a command that the floor decides."""

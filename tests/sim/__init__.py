"""Tests of the simulator and its auditor."""

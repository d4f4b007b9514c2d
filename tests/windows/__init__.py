"""What is Windows' own. These tests run there, or under Wine; elsewhere they are none (`tests/conftest.py`)."""

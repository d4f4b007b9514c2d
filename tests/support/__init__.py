"""What tests of whole days share."""

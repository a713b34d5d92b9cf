"""Shows how arrays and tensors broadcast."""

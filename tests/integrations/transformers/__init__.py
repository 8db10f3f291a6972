"""transformers without PyTorch."""

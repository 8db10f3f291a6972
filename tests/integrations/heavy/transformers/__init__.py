"""transformers with PyTorch, datasets and lm-eval, and its own tests for tokenizers."""

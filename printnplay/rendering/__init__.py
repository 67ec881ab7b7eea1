"""Cards, texts and templates to pictures and laid-out pages."""

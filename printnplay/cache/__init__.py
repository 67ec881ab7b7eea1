"""What is kept between commands, in the user's cache."""

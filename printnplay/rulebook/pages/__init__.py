"""Page layout: blocks to strips, columns and pages of booklets, aids and instructions."""

"""Tables on screens: the sheets, objects and scripts that their programs read."""

"""The parts of the script that is written by hand for ReportLab."""

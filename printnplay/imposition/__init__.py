"""Imposition: pictures and pages placed on sheets, with backs and crop marks; geometry only."""

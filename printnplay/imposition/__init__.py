"""Pictures and pages to sheets: places and page numbers only."""

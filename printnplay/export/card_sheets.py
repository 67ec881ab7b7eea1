"""Card sheets, which Screentop and other programs cut into cards, and pictures of single pieces."""

from printnplay.edition.loaded import stop_at
from printnplay.export.job import Exported, ExportJob
from printnplay.export.screen_box import box_of, draw, manifest


def write(job: ExportJob) -> list[Exported]:
    """Write the sheets, other pictures, and the manifest."""
    box = box_of(job)
    stop_at(job.problems)
    made = draw(box)
    return [*made, manifest(job, box.stacks, made, box.all_sheets)]

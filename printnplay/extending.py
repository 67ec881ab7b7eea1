"""The stable API for plug-ins: names that do not change between versions.

See docs/extending.md. A plug-in is an installed distribution with entry points.
"""

from markupsafe import Markup as Markup

from printnplay.export import Target as Target
from printnplay.export.job import Exported as Exported
from printnplay.export.job import ExportJob as ExportJob
from printnplay.kernel.codes import Code as Code
from printnplay.kernel.diagnostics import Diagnostic as Diagnostic
from printnplay.kernel.diagnostics import Severity as Severity
from printnplay.kernel.diagnostics import Span as Span
from printnplay.proofreading.passages import Passage as Passage
from printnplay.proofreading.review import Review as Review

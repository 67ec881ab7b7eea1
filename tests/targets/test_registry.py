import pytest

from printnplay.targets import pdf
from printnplay.targets.registry import UnknownTargetError, find_target, target_names


def test_the_pdf_target_is_found_by_its_name() -> None:
    assert find_target("pdf") is pdf.write


def test_only_modules_that_write_are_targets() -> None:
    assert "pdf" in target_names()
    assert "registry" not in target_names()


def test_an_unknown_target_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownTargetError, match=r"`docx`.*pdf") as caught:
        find_target("docx")
    assert caught.value.known == target_names()

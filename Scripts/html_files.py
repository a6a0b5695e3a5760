"""The HTML documents that scripts go through: the real ones of ../shared/data/html, and the corpus's.

GALLEY_SHARED names another folder than ../shared.
"""
import os
import pathlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("GALLEY_SHARED") or ROOT.parent / "shared")
REAL = SHARED / "data/html"


def html_files(names=()):
    """The real documents, then the corpus's; with `names` those whose name contains one of them."""
    return [path for folder in (REAL, ROOT / "Corpus") if folder.exists() for path in sorted(folder.iterdir())
            if path.suffix in (".html", ".xhtml") and (not names or any(name in path.name for name in names))]

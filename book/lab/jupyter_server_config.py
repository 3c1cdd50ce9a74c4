"""How ``make lab`` starts JupyterLab: the chapters, and behind their links the built book."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
c = get_config()  # noqa: F821 - traitlets gives it to what it reads
c.ServerApp.root_dir = str(ROOT / "notebooks")
c.ServerApp.extra_static_paths = [str(ROOT / "_build" / "html")]
c.LabApp.extra_labextensions_path = [str(ROOT / "book" / "lab")]

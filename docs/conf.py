"""How the documentation site is built: ``sphinx-build -W docs site`` from the root."""

import importlib.util
import re
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

ROOT = Path(__file__).parent.parent

project = "patchwork-engine"
author = "The patchwork-engine developers"
copyright = "2026, The patchwork-engine developers"  # noqa: A001
manifest = (ROOT / "Cargo.toml").read_text(encoding="utf-8")
release = version = re.findall(r'^version = "(.*)"', manifest, re.MULTILINE)[0]

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_click",
    "sphinx_copybutton",
]
html_theme = "furo"
html_title = f"patchwork-engine {release}"

myst_enable_extensions = ["fieldlist"]
myst_heading_anchors = 4

# Docstrings put code between single backticks.
default_role = "literal"
add_module_names = False
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_preserve_defaults = True
python_maximum_signature_line_length = 90
copybutton_prompt_text = ">>> |\\.\\.\\. |\\$ "
copybutton_prompt_is_regexp = True


def stubs_for_compiled_module() -> None:
    """Let the stubs stand in for the compiled module: same docstrings, and types besides."""
    name = "patchwork._core"
    path = str(ROOT / "python" / "patchwork" / "_core.pyi")
    loader = SourceFileLoader(name, path)
    spec = importlib.util.spec_from_loader(name, loader)
    if spec is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    module.__version__ = release  # type: ignore[attr-defined]
    loader.exec_module(module)
    # The stubs name types of the package, which has been imported with the real module for that.
    for imported in [each for each in sys.modules if each.partition(".")[0] == "patchwork"]:
        del sys.modules[imported]
    sys.modules[name] = module


stubs_for_compiled_module()

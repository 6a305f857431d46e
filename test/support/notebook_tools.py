"""What the tools of the Jupyter world make of a folder of notebooks; prints one JSON document a notebook.

python notebook_tools.py read FOLDER      validates with nbformat, writes and reads again with jupytext
python notebook_tools.py render FILE      renders with nbconvert
python notebook_tools.py execute FILE     runs all cells in a kernel of this Python
"""
import json
import sys
from pathlib import Path

import nbformat


def read(path):
    import jupytext

    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    cells = [(cell.cell_type, cell.source) for cell in notebook.cells]
    changed = []
    for form in ("py:percent", "md"):
        back = jupytext.reads(jupytext.writes(notebook, form), form)
        if [(cell.cell_type, cell.source) for cell in back.cells] != cells:
            changed.append(form)
    return {"format": [notebook.nbformat, notebook.nbformat_minor], "changed": changed}


def render(path):
    from nbconvert import HTMLExporter

    html, _ = HTMLExporter(template_name="classic").from_filename(path)
    return {"html": html}


def execute(path):
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=nbformat.NO_CONVERT)
    NotebookClient(notebook, timeout=200, kernel_name="python3").execute()
    return {"cells": [{"id": cell.id, "outputs": cell.outputs} for cell in notebook.cells if cell.cell_type == "code"]}


def main(action, target):
    paths = sorted(Path(target).glob("**/*.ipynb")) if action == "read" else [Path(target)]
    for path in paths:
        print(json.dumps({"name": path.name, **{"read": read, "render": render, "execute": execute}[action](path)}))


main(*sys.argv[1:])

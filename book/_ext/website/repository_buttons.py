"""Where the project lives: once pyproject.toml names an address, every page links to it."""

import tomllib
from pathlib import Path


def add_buttons(app, config):
    """Add buttons to the repository and its issues; none while there is no address."""
    project = tomllib.loads(Path(app.confdir, "pyproject.toml").read_text("utf-8"))["project"]
    if address := project.get("urls", {}).get("Repository"):
        buttons = {"use_repository_button": True, "use_issues_button": True}
        config.html_theme_options |= {"repository_url": address, **buttons}


def setup(app):
    app.connect("config-inited", add_buttons)

"""Where the project lives: once ``BOOK_REPOSITORY`` tells the address, every page links to it.

Pages are edited, and mistakes in them reported, there.  A chapter opens on Binder, from the
repository, and in Colab, from its branch ``notebooks``, on which the workflow puts the notebooks
as readers download them.
"""

import edition

BRANCH = "main"
COLAB = "https://colab.research.google.com/github/{project}/blob/notebooks/{stem}.ipynb"
ROCKET = "fas fa-rocket"
GITHUB = "https://github.com/"


def add_buttons(_app, config):
    """Add buttons to the repository, its editor, its issues and Binder; none without an address."""
    if edition.REPOSITORY:
        buttons = ("repository", "edit_page", "issues")
        config.html_theme_options |= {
            "repository_url": edition.REPOSITORY,
            "repository_branch": BRANCH,
            "launch_buttons": {
                "binderhub_url": "https://mybinder.org",
                "notebook_interface": "jupyterlab",
            },
            **{f"use_{name}_button": True for name in buttons},
        }


def mend_buttons(_app, page, _template, context, _doctree):
    """Let a chapter be edited as its text, and add Colab to what opens it.

    Their signs are those of the font of ``book.css``: others would be a font or a picture more.
    """
    for group in context.get("header_buttons", ()) if edition.REPOSITORY else ():
        for button in (group, *group.get("buttons", ())):
            if button.get("label") == "source-edit-button" and page.startswith("notebooks/"):
                button["url"] = button["url"].removesuffix(".ipynb") + ".md"
            if button.get("icon", "").startswith("fab "):
                button["icon"] = "fas fa-code-branch"
            if button.get("icon", "").startswith("_static"):
                button["icon"] = ROCKET
        if group.get("label") == "launch-buttons" and edition.REPOSITORY.startswith(GITHUB):
            project = edition.REPOSITORY.removeprefix(GITHUB)
            colab = {
                "type": "link",
                "text": "Colab",
                "tooltip": "Launch on Colab",
                "icon": ROCKET,
                "url": COLAB.format(project=project, stem=page.removeprefix("notebooks/")),
            }
            group["buttons"].append(colab)


def setup(app):
    app.connect("config-inited", add_buttons)
    app.connect("html-page-context", mend_buttons, priority=503)  # the theme's are added at 501

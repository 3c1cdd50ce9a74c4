"""Where the book lives: pages lead to the repository, and know the address at which they are read.

With ``BOOK_REPOSITORY`` pages are edited, and mistakes in them reported, there, and a chapter opens
on Binder and in Colab, which takes it as readers download it, from the branch ``notebooks``.  With
``BOOK_URL`` each page names its own address.
"""

import edition

LAUNCH = {
    "binderhub_url": "https://mybinder.org",
    "colab_url": "https://colab.research.google.com",
    "notebook_interface": "jupyterlab",
}
LECTURE = {
    "type": "javascript",
    "javascript": "window.dispatchEvent(new Event('lecture'))",
    "tooltip": "Lecture view (L)",
    "icon": "fas fa-chalkboard",
    "label": "lecture-button",
    "classes": "pst-navbar-icon",
}


def name_addresses(_app, config):
    """Tell Sphinx and its theme the addresses that are known."""
    if edition.URL:
        config.html_baseurl = f"{edition.URL}/"
    if edition.REPOSITORY:
        told = {"repository_url": edition.REPOSITORY, "repository_branch": "main"}
        told |= {f"use_{name}_button": True for name in ("repository", "edit_page", "issues")}
        config.html_theme_options |= {**told, "launch_buttons": LAUNCH}


def mend_buttons(_app, page, _template, context, _doctree):
    """Open the lecture view of a chapter, edit its text, and let Colab open what readers download.

    Signs are those of the font of ``book.css``: others would be a font or a picture more.
    """
    if page.startswith("notebooks/"):
        context["header_buttons"].insert(0, LECTURE)
    for group in context.get("header_buttons", ()) if edition.REPOSITORY else ():
        for button in (group, *group.get("buttons", ())):
            if button.get("label") == "source-edit-button" and page.startswith("notebooks/"):
                button["url"] = button["url"].removesuffix(".ipynb") + ".md"
            if button.get("text") == "Colab":
                button["url"] = button["url"].replace("/blob/main/", "/blob/notebooks/")
                button["url"] = button["url"].replace("/notebooks/notebooks/", "/notebooks/")
            if button.get("icon", "").startswith(("fab ", "_static")):
                button["icon"] = "fas fa-code-branch"


def setup(app):
    app.connect("config-inited", name_addresses)
    app.connect("html-page-context", mend_buttons, priority=503)  # the theme's are added at 501

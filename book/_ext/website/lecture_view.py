"""A button in the head of each chapter: it opens the lecture view of ``lecture.js``."""

BUTTON = {
    "type": "javascript",
    "javascript": "window.dispatchEvent(new Event('lecture'))",
    "tooltip": "Lecture view (L)",
    "icon": "fas fa-chalkboard",
    "label": "lecture-button",
    "classes": "pst-navbar-icon",
}


def add_button(_app, page, _template, context, _doctree):
    """Put the button before those that the theme has put there."""
    if page.startswith("notebooks/"):
        context["header_buttons"].insert(0, BUTTON)


def setup(app):
    app.connect("html-page-context", add_button, priority=502)  # the theme's are added at 501

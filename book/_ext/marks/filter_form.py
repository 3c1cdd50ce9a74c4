"""A row in which readers choose which boxes of a page ``filter.js`` shows."""


def filter_form(choices, kinds, what):
    """Give the HTML of the row: a list for each choice of several kinds that some box has.

    Were it put in by the script, after the page is first shown, all below it would jump.

    Parameters
    ----------
    choices : dict of str to dict of str to str
        For each list, its name and its kinds: in words, and as a class of boxes.
    kinds : list of sets of str
        The classes of each box.
    what : str
        What the boxes hold, in the plural.
    """
    there, count = set().union(*kinds), len(kinds)
    form = ['<form class="filter pst-js-only" autocomplete="off"']
    form += [f'aria-label="Which {what} to show">']
    for name, classes in choices.items():
        options = [f'<option value="{k}">{v}</option>' for v, k in classes.items() if k in there]
        if len(options) > 1:  # else there is nothing to choose
            form += [f'<label>{name} <select><option value="">all</option>']
            form += [*options, "</select></label>"]
    form += [f"<output>{count} of {count} shown</output></form>"]
    return "\n".join(form)

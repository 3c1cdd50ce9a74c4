"""Commands that tests run, with what they print as text."""

import subprocess


def ran(*command, **options):
    """Run a command, whatever becomes of it."""
    return subprocess.run(command, capture_output=True, text=True, **options)


def printed(*command, **options):
    """Run a command that ends well; give what it printed."""
    done = ran(*command, **options)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

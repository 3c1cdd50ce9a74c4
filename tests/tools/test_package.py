"""perclib on its own: wheel and sdist hold the library alone, and work where nothing else is."""

import re
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from processes import printed, ran

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
NAME = f"perclib-{PROJECT['version']}"
# What stands beside the library, in each of the two.
OF_WHEEL = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "top_level.txt", "licenses/LICENSE"}
OF_SDIST = {"PKG-INFO", "setup.cfg", "pyproject.toml", "LICENSE", "README.md"}
pytestmark = [
    pytest.mark.thorough,
    pytest.mark.xdist_group("package"),
]


def library():
    """Name the files of the library that git knows."""
    return set(printed("git", "ls-files", "perclib", cwd=ROOT).split())


def run(*command, **options):
    done = ran(*command, **options)
    if "No matching distribution found" in done.stderr:
        pytest.skip("pip could not fetch what perclib needs")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory, environment):
    """Build both from what git knows, as a release does; give their folder and what was said."""
    folder = tmp_path_factory.mktemp("dist")
    copy = folder / "copy"
    for name in [*library(), "pyproject.toml", "LICENSE", "README.md", "tests/conftest.py"]:
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((ROOT / name).read_bytes())
    said = run(sys.executable, "-m", "build", "--outdir", folder, copy, env=environment)
    return folder, said


def test_the_wheel_holds_the_library_alone(built):
    names = set(zipfile.ZipFile(built[0] / f"{NAME}-py3-none-any.whl").namelist())
    beside = {f"{NAME}.dist-info/{name}" for name in OF_WHEEL}
    assert names == (library() - {"perclib/README.md"}) | beside
    assert "perclib/py.typed" in names
    assert "would be ignored" not in built[1]


def test_the_sdist_holds_what_makes_the_wheel(built):
    with tarfile.open(built[0] / f"{NAME}.tar.gz") as archive:
        names = {member.name for member in archive.getmembers() if member.isfile()}
    names = {name.removeprefix(f"{NAME}/") for name in names if ".egg-info/" not in name}
    assert names == library() | OF_SDIST


def test_its_page_has_no_link_that_needs_the_repository(built):
    """An index shows the text of the wheel, where a relative link leads nowhere."""
    wheel = zipfile.ZipFile(built[0] / f"{NAME}-py3-none-any.whl")
    text = wheel.read(f"{NAME}.dist-info/METADATA").decode("utf-8")
    assert "# perclib\n" in text
    assert not re.findall(r"\]\((?!https:)[^)]+\)", text)


def test_in_an_empty_environment_it_does_what_its_readme_says(built, environment, tmp_path):
    """Its command, its version and the example."""
    run(sys.executable, "-m", "venv", tmp_path / "empty", env=environment)
    own = tmp_path / "empty" / "bin"
    alone = {"cwd": tmp_path, "env": environment | {"PYTHONSAFEPATH": "1"}}
    wheel = built[0] / f"{NAME}-py3-none-any.whl"
    pip = [own / "python", "-m", "pip", "install", "--quiet", "--constraint"]
    run(*pip, ROOT / "constraints.txt", wheel, **alone)
    assert run(own / "perclib", "--version", **alone) == f"perclib {PROJECT['version']}\n"
    text = (ROOT / "perclib" / "README.md").read_text("utf-8")
    code, printed = re.search(r"```python\n(.*?)```\n\n```\n(.*?)```", text, re.DOTALL).groups()
    assert run(own / "python", "-c", code, **alone) == printed
    where = run(own / "python", "-c", "import perclib as p; print(p.__file__)", **alone)
    assert Path(where).is_relative_to(tmp_path)

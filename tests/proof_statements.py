"""The docstring of a proof file is the statement of its theorem, as the chapter has it."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
THEOREM = re.compile(
    r"^(:{3,})\{prf:(?:theorem|lemma|corollary|proposition)\} ?([^\n]*)\n:label: ([\w-]+)\n"
    r"(.*?)^\1$",
    re.MULTILINE | re.DOTALL,
)


def statements(chapter: Path) -> dict[str, str]:
    """Give the theorems of a chapter's text: by label, the docstring of the proof file."""
    text = chapter.read_text("utf-8")
    return {label: docstring(title, said) for _, title, label, said in THEOREM.findall(text)}


def docstring(title: str, said: str) -> str:
    """Write a statement without labels and options, below its title."""
    said = re.sub(r"^:\w+:.*\n", "", said, flags=re.MULTILINE)
    said = re.sub(r"\$\$ \([\w-]+\)", "$$", said).strip()
    return f"{title}.\n\n" + re.sub(r"\n{3,}", "\n\n", said) + "\n"


def restate(file: Path, statement: str) -> bool:
    """Give a proof file the docstring; say whether it had another one."""
    text = file.read_text("utf-8")
    new = re.sub(r'\Ar"""(.*?)"""', lambda _: f'r"""{statement}"""', text, count=1, flags=re.DOTALL)
    file.write_text(new, encoding="utf-8")
    return new != text

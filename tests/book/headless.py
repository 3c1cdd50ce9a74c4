"""Which sentences may need a second reading: .venv/bin/python tests/book/headless.py FILE.md ...

It looks at the open text and the captions, not at code, folded boxes or solutions, and lists each
sentence that hides its subject or runs long, with its line.  It judges by words alone, so what it
lists may be fine, and what it passes over may be hard; no test rests on it.
"""

import re
import sys
from pathlib import Path

FLAGS = re.MULTILINE | re.DOTALL
HIDDEN = re.compile(  # each is replaced by its empty lines
    r"\A---\n.*?^---$"
    r"|<!-- \{notebook\} -->.*?<!-- \{end\} -->|<!--.*?-->"
    r"|^(:{3,})\{(?=[^\n]*(?:\n:[^\n]*)*dropdown)(?!solution).*?^\1$"
    r"|^:::\{solution-start\}.*?^:::\{solution-end\}"
    r"|^(`{3,})(?!\{code-cell\}|\{glossary\}).*?^\2$|^<.*?>$|^(?:\+\+\+|\([\w-]+\)=|:[\w-]+:).*?$",
    FLAGS,
)
CELL = re.compile(r"^```\{code-cell\}.*?^```$", FLAGS)
CAPTION = re.compile(r"^ +caption: '?(.*?)'?\n +\w+: ", FLAGS)
DISPLAY = re.compile(r"^\$\$.*?\$\$.*?$", FLAGS)
SENTENCE = re.compile(r"\S.*?(?:[.?!][*\"”)]*(?=\s+[A-Z0-9$*{(\[\"“`¶]|$)|(?=¶)|\Z)", re.DOTALL)
PRONOUN = r"(?:It|They|This|That|These|Those|Both|Its|Their|He|She)\b"
FAULTS = {
    "what": re.compile(
        r"^(?:And |But |So )?(?:What|Who|Whoever|Whatever|That)\b(?!.*\?$)", re.DOTALL
    ),
    "somebody": re.compile(r"\b(?:some|no|any|every)body\b|\bsomeone\b|\bno one\b", re.IGNORECASE),
    "one": re.compile(  # "the second one has" names a noun, "one has" hides it
        r"(?<!second )(?<!that )(?<!next )(?<!first )(?<!last )(?<!new )\b[Oo]ne"
        r"(?:['’]s| (?:\w+ly )?(?:can|could|may|might|must|should|would|will|has|had|does|is|was"
        r"|asks|sees|gets|meets|wants|takes|finds|needs|writes|knows|reads|says|thinks))\b"
    ),
    "is to be": re.compile(r"\b(?:is|are|was|were) to be\b"),
}
LONG = 30


def blank(found):
    return "\n" * found[0].count("\n")


def caption(found):
    """Keep of a cell its caption, on its lines."""
    kept = CAPTION.search(found[0])
    if not kept:
        return blank(found)
    before, after = found[0][: kept.start(1)], found[0][kept.end(1) :]
    return "\n" * before.count("\n") + kept[1] + "\n" * after.count("\n")


def sentences(text):
    """Yield each sentence of the open text, with its line and whether a display is before it."""
    text = HIDDEN.sub(blank, CELL.sub(caption, text))
    text = DISPLAY.sub(lambda found: "¶" + blank(found), text)
    text = re.sub(r"^(?::::|```|#+ ).*$", "", text, flags=re.MULTILINE)
    start = 0
    for part in re.split(r"(\n\s*\n|^ *(?:[-*]|\d\.|\* -) )", text, flags=re.MULTILINE):
        for found in SENTENCE.finditer(part):
            sentence = " ".join(found[0].strip("¶* \n").split())
            at = start + found.start() + len(found[0]) - len(found[0].lstrip("¶ \n"))
            if re.search(r"[a-z]{2}", sentence):
                yield text.count("\n", 0, at) + 1, sentence, text[:at].rstrip().endswith("¶")
        start += len(part)


def words(sentence):
    """Count words; a formula or a reference is one."""
    plain = re.sub(r"\$[^$]+\$|\{[\w:]+\}`[^`]+`|`[^`]+`|\[[^]]+\]\([^)]+\)", "formula", sentence)
    return len(re.findall(r"[\w'’-]*\w", plain))


def faults(sentence, after_display):
    """Name what is wrong with a sentence, as far as its words tell."""
    found = [name for name, words_ in FAULTS.items() if words_.search(sentence)]
    if words(sentence) > LONG:
        found.append(f"{words(sentence)} words")
    if after_display and re.match(PRONOUN, sentence):
        found.append("pronoun after a display")
    return found


if __name__ == "__main__":
    for name in sys.argv[1:]:
        found = list(sentences(Path(name).read_text(encoding="utf-8")))
        listed = [(line, said, why) for line, said, after in found if (why := faults(said, after))]
        for line, sentence, why in listed:
            print(f"{name}:{line}: {', '.join(why)}: {sentence}")
        total = sum(words(sentence) for _, sentence, _ in found)
        rate = 1000 * len(listed) / max(total, 1)
        print(f"{name}: {len(listed)} sentences in {total} words, {rate:.1f} per 1,000\n")

#!/usr/bin/env python3
"""Makes letters.bin: how often each letter of a language follows each other one.

    python3 bench/detection/train.py

The text is what bench/texts.py brings. The same versions make the same file. What the file looks like
is told in crates/utf8kit-text/src/guess/letters/model.rs.

The Universal Declaration of Human Rights is not in it: compare.py measures with that.
"""

import collections
import math
import pathlib
import re
import struct
import sys
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from texts import read_all  # noqa: E402

LATIN = (
    "en fr de es pt it nl sv da no fi is fo ca gl eu oc lb br sq ga cy mt eo pl cs sk hu ro hr sl hsb "
    "tr az lt lv et vi se"
).split()
OTHERS = "ru uk bg be sr mk el he ar fa ur th".split()
IDEOGRAPHS = {"ja": ["ja"], "zh": ["zh"], "zht": ["zht", "yue"], "ko": ["ko"]}
# Languages of one spelling, or nearly, that are told apart from others together.
WITH = {"oc": ["ca", "fr"], "hr": ["bs", "srl"], "no": ["nb", "nn"], "hsb": ["dsb"]}

# Each row of pairs gets so many that are made up, spread by how frequent the second letter is.
ASSUMED = 8.0
MOST_LETTERS = 80
MOST_IDEOGRAPHS = 1500
OUTPUT = "crates/utf8kit-text/src/guess/letters/letters.bin"


def cost(probability):
    """In eighths of bits."""
    return min(255, round(-8 * math.log2(probability)))


def fold(character):
    lower = character.lower()
    return lower if len(lower) == 1 else character


def is_letter(character):
    return character.isalpha() or unicodedata.category(character)[0] == "M"


def script(character):
    return unicodedata.name(character, "?").split()[0]


def as_windows_1258(text):
    """Vietnamese with its tones behind the letters."""
    tones = "\u0300\u0301\u0303\u0309\u0323"

    def apart(match):
        letter, marks = match.groups()
        letter = unicodedata.normalize("NFC", letter + "".join(set(marks) - set(tones)))
        return letter + "".join(mark for mark in marks if mark in tones)

    return re.sub("(.)([\u0300-\u036f]+)", apart, unicodedata.normalize("NFD", text))


def letters_of(name, text, is_latin):
    text = unicodedata.normalize("NFC", text).replace("\u200c", "")
    if name == "vi":
        text = as_windows_1258(text)
    if name == "ro":
        # Older charsets have a cedilla for the comma.
        text += text.translate(str.maketrans("șțȘȚ", "şţŞŢ"))
    counts = collections.Counter(fold(character) for character in text)
    letters = [it for it in counts if is_letter(it) and 0x80 <= ord(it) < 0x10000]
    total = sum(count for character, count in counts.items() if is_letter(character))
    scripts = collections.Counter()
    for letter in letters:
        scripts[script(letter)] += counts[letter]
    main = "LATIN" if is_latin else scripts.most_common(1)[0][0]
    own = [it for it in letters if script(it) in (main, "COMBINING")]
    own = [it for it in own if counts[it] >= max(4, total / 40000)]
    own = sorted(sorted(own), key=lambda it: -counts[it])[:MOST_LETTERS]
    alphabet = [chr(ord("a") + i) for i in range(26)] if is_latin else []
    alphabet += sorted(own)
    places = {letter: place + 2 for place, letter in enumerate(alphabet)}
    width = len(alphabet) + 2
    pairs = [[0] * width for _ in range(width)]
    for line in text.split("\n"):
        last = 0
        for character in line + "\n":
            place = places.get(fold(character), 1 if is_letter(character) else 0)
            pairs[last][place] += 1
            last = place
    alone = [sum(row[place] for row in pairs) + 0.5 for place in range(width)]
    total = sum(alone)
    table = bytearray()
    for row in pairs:
        for place, count in enumerate(row):
            expected = ASSUMED * alone[place] / total
            table.append(cost((count + expected) / (sum(row) + ASSUMED)))
    head = struct.pack("BB", len(name), len(alphabet)) + name.encode()
    return head + b"".join(struct.pack("<H", ord(it)) for it in alphabet) + table


def ideographs_of(name, text):
    text = unicodedata.normalize("NFC", text)
    counts = collections.Counter(it for it in text if 0x2E80 <= ord(it) < 0x10000)
    total = sum(counts.values())
    frequent = [it for it in sorted(counts) if counts[it] >= 3]
    frequent = sorted(sorted(frequent, key=lambda it: -counts[it])[:MOST_IDEOGRAPHS])
    head = struct.pack("<BH", len(name), len(frequent)) + name.encode()
    return head + b"".join(struct.pack("<HB", ord(it), cost(counts[it] / total)) for it in frequent)


def main():
    texts = {language: "\n".join(found) for language, found in read_all().items()}

    def text_of(language):
        return "\n".join(texts.get(it, "") for it in [language, *WITH.get(language, [])])

    model = bytearray([len(LATIN) + len(OTHERS)])
    for language in LATIN + OTHERS:
        model += letters_of(language, text_of(language), language in LATIN)
    model.append(len(IDEOGRAPHS))
    for language, sources in IDEOGRAPHS.items():
        model += ideographs_of(language, "\n".join(texts[it] for it in sources))
    (ROOT / OUTPUT).write_bytes(model)
    print(f"{OUTPUT}: {len(model)} bytes")


if __name__ == "__main__":
    main()

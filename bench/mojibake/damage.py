"""Text damaged on purpose, as mojibake comes about: what stands there, and what should.

    for category, damaged, expected in cases(lines_of_languages, count, seed): ...

A case is a text of its own: a string, or a file of several lines. `expected` is the text before the
damage; where a byte was lost, it has U+FFFD for the character.
"""

import random

# What is written in a charset, where UTF-8 may be read in it. Names are Python's.
CHARSETS = (
    "cp1252 latin-1 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258 cp874 iso8859-2 iso8859-9 "
    "mac-roman cp437 cp850 cp852 cp866 koi8-r koi8-u"
).split()
SEVERAL = ["gbk", "shift_jis", "big5"]


def table(charset):
    """The characters of a charset, as browsers have them: with controls where it has nothing."""
    characters = []
    for byte in range(256):
        try:
            characters.append(bytes([byte]).decode(charset))
        except UnicodeDecodeError:
            characters.append(chr(byte) if byte < 0xA0 else None)
    return characters


TABLES = {charset: table(charset) for charset in CHARSETS}


def misread(text, charset):
    """UTF-8 read in a charset; None if that loses something."""
    characters = [TABLES[charset][byte] for byte in text.encode()]
    return None if None in characters else "".join(characters)


def misread_with_losses(text, charset, holes, choose):
    """UTF-8 read in a charset, and what is left of it: the bytes of `holes` are lost, by `choose`.

    Gives the text, and what it should become: with U+FFFD for a character of which a byte was lost.
    """
    damaged, expected = [], []
    for character in text:
        is_lost = False
        for byte in character.encode():
            shown = TABLES[charset][byte]
            if byte >= 0x80 and (shown is None or byte in holes):
                is_lost = True
                shown = choose
            damaged.append(shown)
        expected.append("\ufffd" if is_lost else character)
    return "".join(damaged), "".join(expected)


HOLES = {"cp1252": {0x81, 0x8D, 0x8F, 0x90, 0x9D}, "latin-1": set(range(0x80, 0xA0))}


def words(line, choice, least, most):
    """A few words of a line."""
    all_words = line.split(" ")
    count = choice.randint(least, most)
    start = choice.randrange(max(1, len(all_words) - count))
    return " ".join(all_words[start : start + count])


def cases(texts, count, seed):
    """`texts`: of each language its lines. `count` cases of each category and language."""
    choice = random.Random(seed)

    def one(lines, shape=lambda line: line):
        """A text that is not all ASCII."""
        for _ in range(60):
            text = shape(choice.choice(lines))
            if not text.isascii() and text.strip():
                return text
        return None

    def case(category, damaged, expected):
        if damaged is not None and damaged != expected:
            yield category, damaged, expected

    def layers(text, charsets):
        for charset in charsets:
            text = text and misread(text, charset)
        return text

    for language, lines in sorted(texts.items()):
        for _ in range(count):
            for charset in CHARSETS:
                if text := one(lines):
                    yield from case(f"once, {charset}", misread(text, charset), text)
            for charset in choice.sample(CHARSETS, 3):
                if text := one(lines):
                    yield from case("twice", layers(text, [charset, charset]), text)
            first, second = choice.sample(["cp1252", "latin-1", "mac-roman", "cp1250", "cp1254"], 2)
            if text := one(lines):
                yield from case("twice, in two charsets", layers(text, [first, second]), text)
            if text := one(lines):
                charset = choice.choice(["cp1252", "latin-1", "cp1250", "cp1251", "mac-roman", "cp437"])
                yield from case("thrice", layers(text, [charset] * 3), text)
            for charset in choice.sample(CHARSETS, 3):
                shape = lambda line: words(line, choice, 1, 3)
                if text := one(lines, shape):
                    yield from case("short", misread(text, charset), text)
            for charset in choice.sample(["cp1252", "latin-1", "cp1250", "cp1251", "mac-roman", "cp437"], 2):
                # Half of a line was right, and half was pasted from elsewhere.
                left, right = one(lines), one(lines)
                if left and right and (damaged := misread(right, charset)):
                    yield from case("part of a line", f"{left} {damaged}", f"{left} {right}")
            charset = choice.choice(CHARSETS)
            some = [it for it in (one(lines) for _ in range(8)) if it]
            if some:
                damaged = [misread(it, charset) if choice.random() < 0.5 else it for it in some]
                if None not in damaged:
                    yield from case("part of a file", "\n".join(damaged), "\n".join(some))
            for charset, holes in HOLES.items():
                for name, lost in [("U+FFFD", "\ufffd"), ("?", "?"), ("nothing", "")]:
                    if text := one(lines):
                        damaged, expected = misread_with_losses(text, charset, holes, lost)
                        yield from case(f"lossy, {name}", damaged, expected)
            if text := one(lines):
                if damaged := misread(text, "cp1252"):
                    yield from case("lossy, space", damaged.replace("\u00a0", " "), text)
            for charset in SEVERAL:
                if text := one(lines):
                    try:
                        damaged = text.encode().decode(charset)
                    except UnicodeDecodeError:
                        continue
                    yield from case(f"once, {charset}", damaged, text)
            if text := one(lines):
                escaped = '"' + "".join(
                    it if it.isascii() else f"\\u{ord(it):04x}" for it in misread(text, "latin-1")
                ) + '"'
                expected = '"' + "".join(
                    it if it.isascii() else "".join(f"\\u{unit:04x}" for unit in units(it))
                    for it in text
                ) + '"'
                yield from case("JSON", escaped, expected)


def units(character):
    """The code units of UTF-16."""
    pair = character.encode("utf-16-be")
    return [int.from_bytes(pair[at : at + 2], "big") for at in range(0, len(pair), 2)]

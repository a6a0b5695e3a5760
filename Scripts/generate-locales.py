#!/usr/bin/env python3
"""Scripts/generate-locales.py: writes Sources/GalleyXLIFF/Locale/CLDRTables.swift from the PyPI module `babel`.

The plural categories of every locale of CLDR, the parents of locales that are not found by cutting off the last subtag,
the scripts that follow from a region, and aliases of languages. Nothing else of CLDR is needed, so the tables are lines
of names: a Swift literal of structures of that size compiles slowly.
"""
import os
import pickle

import babel
from babel.core import get_global

ORDER = ["zero", "one", "two", "few", "many", "other"]
# The CLDR that a version of babel carries is in its change log only.
CLDR = {"2.18.0": "47", "2.17.0": "46", "2.16.0": "45"}
FOLDER = os.path.join(os.path.dirname(babel.__file__), "locale-data")


def bcp47(name):
    return name.replace("_", "-")


def wrapped(names, indent):
    lines, line = [], ""
    for name in names:
        if len(indent) + len(line) + len(name) + 1 > 112:
            lines.append(line)
            line = ""
        line += (" " if line else "") + name
    return "\n".join(indent + text for text in lines + [line])


def plurals():
    """Categories -> languages whose own data say so; babel gives those without data "other" alone."""
    groups = {}
    for file in sorted(os.listdir(FOLDER)):
        name, ending = os.path.splitext(file)
        if ending != ".dat" or name == "root":
            continue
        with open(os.path.join(FOLDER, file), "rb") as data:
            rules = pickle.load(data).get("plural_form")
        if rules is None:
            continue
        categories = " ".join(c for c in ORDER if c in rules.tags or c == "other")
        groups.setdefault(categories, set()).add(name)
    # A locale that says what its language says is found through it.
    languages = {name: key for key, names in groups.items() for name in names if "_" not in name}
    for key, names in groups.items():
        names -= {name for name in names if "_" in name and languages.get(name.split("_")[0]) == key}
    return sorted((key, sorted(map(bcp47, names))) for key, names in groups.items())


def parents():
    groups = {}
    for child, parent in get_global("parent_exceptions").items():
        groups.setdefault(bcp47(parent), []).append(bcp47(child))
    return sorted((parent, sorted(children)) for parent, children in groups.items())


def scripts():
    """Script -> languages that are written in it, and regions where a language is written otherwise than elsewhere."""
    likely = get_global("likely_subtags")
    usual = {key: value.split("_")[1] for key, value in likely.items() if "_" not in key and key != "und"}
    # Languages of one script need no table: any two of their locales agree.
    several = {
        key.split("_")[0]
        for key, value in likely.items()
        if "_" in key and key.split("_")[0] in usual and value.split("_")[1] != usual[key.split("_")[0]]
    }
    several = {l for l in several if os.path.exists(os.path.join(FOLDER, l + ".dat"))}
    groups = {}
    for language in several:
        groups.setdefault(usual[language], []).append(language)
    for key, value in likely.items():
        parts = key.split("_")
        if len(parts) == 2 and parts[0] in several and len(parts[1]) < 4 and value.split("_")[1] != usual[parts[0]]:
            groups.setdefault(value.split("_")[1], []).append(bcp47(key))
    return sorted((script, sorted(names)) for script, names in groups.items())


def regions():
    """Region -> languages (and languages in a script that is not their usual one) that are at home there."""
    likely = get_global("likely_subtags")
    groups = {}
    for key, value in likely.items():
        language, script, region = value.split("_")
        if language == key or key == f"{language}_{script}" and likely.get(language, "__").split("_")[1] != script:
            if os.path.exists(os.path.join(FOLDER, language + ".dat")):
                groups.setdefault(region, []).append(bcp47(key))
    return sorted((region, sorted(names)) for region, names in groups.items())


def aliases():
    """Old codes of languages that CLDR has, and macrolanguages' usual member."""
    wanted = {file[:-4] for file in os.listdir(FOLDER)}
    found = {}
    for old, new in get_global("language_aliases").items():
        if len(old) <= 3 and len(new) <= 3 and new in wanted:
            found[old] = new
    return sorted(f"{old}={new}" for old, new in found.items())


def table(name, comment, groups):
    text = f"    /// {comment}\n    static let {name} = \"\"\"\n"
    for key, names in groups:
        text += f"        {key}:\n{wrapped(names, '            ')}\n"
    return text + '        """\n'


def main():
    version = babel.__version__
    text = f"// Made by Scripts/generate-locales.py from babel {version} (CLDR {CLDR.get(version, 'unknown')}).\n\n"
    text += "/// What the room knows of CLDR: names below the name that they belong to.\nenum CLDRTables {\n"
    text += table("plurals", "Cardinal plural categories, and the locales that have them.", plurals())
    text += "\n"
    text += table("parents", "Parents that are not the locale without its last subtag.", parents())
    text += "\n"
    text += table("scripts", "Languages of several scripts: the usual one, and regions that use another.", scripts())
    text += "\n"
    text += table("regions", "Where a language is at home.", regions())
    text += "\n"
    text += '    /// Old codes of languages.\n    static let aliases = """\n'
    text += wrapped(aliases(), "        ") + '\n        """\n'
    text += "}\n"
    path = os.path.join(os.path.dirname(__file__), "..", "Sources", "GalleyXLIFF", "Locale", "CLDRTables.swift")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()

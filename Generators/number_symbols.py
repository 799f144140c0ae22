#!/usr/bin/env python3
"""Writes Sources/FootingLocalization/Numbers/NumberTable.swift from the CLDR's number symbols.

usage: python3 Generators/number_symbols.py [--check] [--compare MAIN] [FOLDER]

The symbols come from the package Babel of PyPI, which is installed under .build, and the parents of
locales from parentLocales.json of CLDR's supplemental JSON data in FOLDER, whose default is the
variable FOOTING_CLDR. --check writes nothing, and exits 1 if the file differs from what would be
written. --compare prints the differences from MAIN, the folder `main` of CLDR's own JSON package of
numbers: use it after a change of version to find the facts that Babel lacks.
"""

import argparse
import collections
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
from output import ROOT, emit, table

BABEL = "2.18.0"
CLDR = "47"

# digits: the digit zero; the others follow it.
Row = collections.namedtuple("Row", "decimal group minus plus digits primary secondary minimum")

PLAIN = Row(".", "", "-", "+", "0", 0, 0, 1)

# Languages whose regions write 1.000 and 1,000 for the same number.
AMBIGUOUS = {"en", "es"}

# The first digit of the numbering systems that are some locale's default.
ZEROS = {
    "adlm": "\U0001e950", "arab": "\u0660", "arabext": "\u06f0", "beng": "\u09e6",
    "cakm": "\U00011136", "deva": "\u0966", "hmnp": "\U0001e140", "latn": "0",
    "mtei": "\uabf0", "mymr": "\u1040", "nkoo": "\u07c0", "olck": "\u1c50", "tibt": "\u0f20",
}

# Each digit is the zero's UTF-8 with more in the last byte.
assert all((ord(zero) & 0x3F) + 9 < 0x40 for zero in ZEROS.values())

# Facts that CLDR's source marks as drafts: Babel leaves them out, and CLDR's JSON data has them.
DRAFTS = {
    "az-Cyrl": {"decimal": ",", "group": "."},
    "de-AT": {"group": "\xa0"},
    "dv": {"secondary": 3},
    "fr-MA": {"group": "."},
    "fur": {"decimal": ",", "group": "."},
    "ksh": {"decimal": ",", "group": "\xa0", "minus": "\u2212"},
    "lmo": {"decimal": ",", "group": "\u2019"},
    "nds": {"decimal": ",", "group": "."},
    "oc": {"decimal": ",", "group": "\xa0"},
    "os": {"decimal": ",", "group": "\xa0"},
    "prg": {"decimal": ",", "group": "\xa0"},
    "sd": {"decimal": "."},
    "szl": {"decimal": ",", "group": "\xa0"},
    "vmw": {"decimal": ",", "group": "."},
    "wae": {"decimal": ",", "group": "\u2019"},
}

# The minimum number of digits before the first separator, which Babel lacks. A locale that is not
# listed inherits the number of its parent, and 1 from the root.
MINIMUM = {
    2: "be bg es et hu ia ie it ka lv pl pt-PT ru-UA sl sq",
    3: "ee",
    1: "es-419 pt-AO",
}


def install():
    """Starts this script again in an environment with Babel, which it creates if necessary."""
    environment = os.path.join(ROOT, ".build", f"babel-{BABEL}")
    python = os.path.join(environment, "bin", "python3")
    try:
        import babel

        if babel.__version__ == BABEL:
            return
    except ImportError:
        pass
    if not os.path.exists(os.path.join(environment, "complete")):
        subprocess.run([sys.executable, "-m", "venv", environment], check=True)
        pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        if subprocess.run(pip + [f"Babel=={BABEL}"]).returncode != 0:
            sys.exit(f"Babel {BABEL} can't be installed from PyPI")
        open(os.path.join(environment, "complete"), "w").close()
    os.execv(python, [python, "-B", os.path.abspath(__file__)] + sys.argv[1:])


def tag(identifier):
    """The language tag for Babel's name of a locale."""
    first, *rest = identifier.split("_")
    return "-".join([first] + [part if len(part) <= 4 else part.lower() for part in rest])


def parse(name):
    """Language, script and region of a tag, or None for a missing one."""
    first, *rest = name.split("-")
    script = next((part for part in rest if len(part) == 4 and part[0].isupper()), None)
    region = next((part for part in rest if 2 <= len(part) <= 3), None)
    return first, script, region


def truncations(name):
    """The names of LanguageTag.truncations for a tag."""
    language, script, region = parse(name)
    names = [name, (language, script, region), (language, script), (language, region), (language,)]
    names = ["-".join(part) if isinstance(part, tuple) and all(part) else part for part in names]
    return list(dict.fromkeys(part for part in names if isinstance(part, str)))


def look_up(rows, name):
    """The result of NumberSymbols.symbols(of:)."""
    names = truncations(name)
    if parse(name)[0] in AMBIGUOUS and parse(name)[2]:
        names.remove(parse(name)[0])
    return next((rows[part] for part in names if part in rows), PLAIN)


def read(folder):
    """The row of each locale of CLDR, and of each region that implies a script."""
    from babel import core, localedata

    with open(os.path.join(folder, "parentLocales.json"), encoding="utf-8") as file:
        data = json.load(file)["supplemental"]
    assert data["version"]["_cldrVersion"] == CLDR
    parents = data["parentLocales"]["parentLocale"]

    def parent(identifier):
        name = identifier.replace("_", "-")
        name = parents.get(name) or name.rpartition("-")[0] or "und"
        return "root" if name == "und" else name.replace("-", "_")

    def raw(identifier):
        data = localedata.LocaleDataDict(localedata.load(identifier))
        system = data["default_numbering_system"]
        symbols = data["number_symbols"]
        latin, own = symbols["latn"], symbols.get(system) or {}
        pattern = data["decimal_formats"][None].pattern
        groups = [len(part) for part in pattern.split(".")[0].split(",")][1:]
        return Row(
            decimal=own.get("decimal") or latin["decimal"],
            group=(own.get("group") or latin["group"]) if groups else "",
            minus=own.get("minusSign") or latin["minusSign"],
            plus=own.get("plusSign") or latin["plusSign"],
            digits=ZEROS[system],
            primary=groups[-1] if groups else 0,
            secondary=groups[0] if len(groups) == 1 else groups[-2] if groups else 0,
            minimum=1,
        )

    minimum = {name: count for count, names in MINIMUM.items() for name in names.split()}

    def inherited(identifier, facts):
        while identifier != "root" and tag(identifier) not in facts:
            identifier = parent(identifier)
        return facts.get(tag(identifier))

    def row(identifier):
        found = raw(identifier)
        if tag(identifier) in DRAFTS:
            found = found._replace(**DRAFTS[tag(identifier)])
        elif identifier.rpartition("_")[0] and found == raw(parent(identifier)):
            found = row(parent(identifier))
        return found._replace(minimum=inherited(identifier, minimum) or 1)

    identifiers = set(localedata.locale_identifiers()) - {"root"}
    rows = {tag(identifier): row(identifier) for identifier in identifiers}
    # A region that implies a script has the symbols of that script.
    likely = core.get_global("likely_subtags")
    for name in list(rows):
        language, script, region = parse(name)
        if script and region and name == f"{language}-{script}-{region}":
            if likely.get(f"{language}_{region}", "").split("_")[1:2] == [script]:
                rows.setdefault(f"{language}-{region}", rows[name])
    # Locales without data have the symbols of their parents. For some, CLDR excludes the symbols of
    # their language and has no others.
    for name in parents:
        ancestor = name
        while ancestor not in rows and ancestor != "und":
            ancestor = parents.get(ancestor) or ancestor.rpartition("-")[0]
        rows.setdefault(name, rows.get(ancestor, PLAIN))
    return rows


def needed(rows):
    """The rows that a look-up without them would not find."""
    kept = {}
    for name in sorted(rows, key=lambda name: (name.count("-"), name)):
        if look_up(kept, name) != rows[name]:
            kept[name] = rows[name]
    for name, row in rows.items():
        assert look_up(kept, name) == row, name
    return kept


def quoted(text):
    escaped = "".join(c if " " <= c < "\x7f" else f"\\u{{{ord(c):x}}}" for c in text)
    return f'"{escaped}"'


HEADER = f"""\
// Generated by Generators/number_symbols.py from the Unicode Common Locale Data Repository,
// version {CLDR}, under the Unicode licence V3 (NOTICE).

/// The number symbols of the CLDR, one row for all locales that share them.
///
/// A locale without a row is looked up without its region or script. A language without a row has
/// the plain digits of C, because a wrong separator changes the number. So do some languages in a
/// script other than their usual one, and regions of English and Spanish without a row, because
/// regions differ in whether 1,000 or 1.000 is a thousand.
enum NumberTable {{
    /// Two lines for each row: the locales, and their decimal separator, group separator, minus,
    /// plus, zero (the first of ten digits in Unicode), the sizes of the group before the decimal
    /// separator and of other groups, and the minimum number of digits before the first separator.
    static let rows = """


def swift(rows):
    locales = collections.defaultdict(list)
    for name, row in rows.items():
        locales[row].append(name)
    lines = []
    for row, names in sorted(locales.items(), key=lambda item: sorted(item[1])):
        symbols = [quoted(text)[1:-1] for text in row[:5]]
        numbers = [str(number) for number in row[5:]]
        lines.append((sorted(names), [["|".join(symbols + numbers)]]))
    return HEADER + table(lines, 8) + "\n}\n"


def compare(rows, folder):
    """Prints the locales whose numbers differ from CLDR's JSON data."""
    count = 0
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name, "numbers.json"), encoding="utf-8") as file:
            numbers = json.load(file)["main"][name]["numbers"]
        system = numbers["defaultNumberingSystem"]
        symbols = numbers[f"symbols-numberSystem-{system}"]
        pattern = numbers[f"decimalFormats-numberSystem-{system}"]["standard"]
        groups = [len(part) for part in pattern.split(".")[0].split(",")][1:]
        expected = Row(
            symbols["decimal"], symbols["group"], symbols["minusSign"], symbols["plusSign"],
            ZEROS[system], groups[-1], groups[-2] if len(groups) > 1 else groups[-1],
            int(numbers["minimumGroupingDigits"]),
        )
        found = look_up(rows, tag(name.replace("-", "_")))
        if found != expected:
            print(f"{name}: {tuple(found)}, in CLDR {tuple(expected)}")
        count += 1
    print(f"{count} locales compared")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--compare", metavar="MAIN")
    parser.add_argument("folder", nargs="?", default=os.environ.get("FOOTING_CLDR"))
    arguments = parser.parse_args()
    if arguments.folder is None:
        parser.error("no FOLDER is given, and FOOTING_CLDR does not name one")
    install()
    rows = needed(read(arguments.folder))
    if arguments.compare:
        compare(rows, arguments.compare)
    else:
        emit("FootingLocalization/Numbers/NumberTable.swift", swift(rows), arguments.check)


if __name__ == "__main__":
    main()

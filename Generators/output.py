"""Writes or checks the tables, for all generators."""

import difflib
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCES = os.path.join(ROOT, "Sources")


def emit(name, text, check):
    """Writes a source file, or compares it with the text; exits 1 if they differ."""
    path = os.path.join(SOURCES, name)
    if not check:
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return
    with open(path, encoding="utf-8", newline="") as file:
        present = file.read()
    if present == text:
        print(f"{name} is as generated")
        return
    sys.stdout.writelines(
        difflib.unified_diff(
            present.splitlines(True), text.splitlines(True), name, f"{name}, generated anew"
        )
    )
    sys.exit(1)


def literal(groups, indent):
    """A Swift literal of groups of words, joined by blanks.

    If the literal doesn't fit on one line, each group begins a line, and long lines are broken.
    """
    text = " ".join(word for words in groups for word in words)
    if len(text) + indent + len('"",') <= 100:
        return f'"{text}"'
    margin = " " * indent
    return '"""\n' + margin + wrapped(groups, indent) + f'\n{margin}"""'


def table(rows, indent):
    """A Swift literal of two lines for each row: its words, and their common value."""
    margin = " " * indent
    lines = [wrapped(groups, indent) for words, groups in rows for groups in ([words], groups)]
    return f'"""\n{margin}' + f"\n{margin}".join(lines) + f'\n{margin}"""'


def wrapped(groups, indent):
    """One line of a Swift literal of several lines, as `literal` breaks it."""
    text = " ".join(word for words in groups for word in words)
    if len(text) + indent <= 100:
        return text
    lines = []
    for words in groups:
        line = ""
        for word in words:
            if line and indent + len(line) + len(f" {word} \\") > 100:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    # A backslash joins a line with the next one; the blank before it is part of the text.
    return f" \\\n{' ' * indent}".join(lines)

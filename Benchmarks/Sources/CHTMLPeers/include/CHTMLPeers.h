#pragma once

// Parsers of HTML in C. They are called from here, since libxml2's headers and Foundation can't be
// imported into one Swift file. Each function returns -1 if its library was missing in the build.

// Parses a page to a tree and frees it. Returns 1 if there is a root.
long libxml2_tree(const char *bytes, long count);

// Parses a page in pieces with callbacks, which read names and links. Returns how many there are.
long libxml2_push(const char *bytes, long count, long piece);

// Parses a page to a tree and frees it. Returns 1 if the root has children.
long gumbo_tree(const char *bytes, long count);

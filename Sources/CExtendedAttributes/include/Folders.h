#ifndef FOOTING_FOLDERS_H
#define FOOTING_FOLDERS_H

// The calls that look through a folder, and read the attributes of what is in it.
//
// Each answers a count, 0 or 1, or the negated error number, and is made again if a signal
// interrupted it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kind of a folder's entry. A symbolic link is not followed.
enum footing_kind {
    footing_kind_other,  // a pipe, a socket, a device, or what the system did not tell
    footing_kind_file,
    footing_kind_folder,
    footing_kind_link,
};

/// A folder that is open to be read.
struct footing_folder;

/// One name of a folder, valid until the next one is asked for.
struct footing_folder_entry {
    const char *_Nullable name;
    size_t length;  // of the name, without its NUL
    enum footing_kind kind;
};

/// Returns what the path itself stands for: a link at its end is not followed.
intptr_t footing_kind_at(const char *_Nonnull path);

/// Opens the folder at a path, and nothing else: neither a link to one nor a pipe, which could block.
intptr_t footing_folder_open(const char *_Nonnull path,
                             struct footing_folder *_Nullable *_Nonnull folder);

/// Finds the next name, except the folder itself and the one above it, and returns 1; or 0 at the end.
intptr_t footing_folder_next(struct footing_folder *_Nonnull folder,
                             struct footing_folder_entry *_Nonnull entry);

/// Reads a value of `file` in the folder, as footing_xattr_get does by a path, following no link.
///
/// ENOSYS, mostly without a call: the system can't do this, or does not let the process.
intptr_t footing_folder_get(struct footing_folder *_Nonnull folder, const char *_Nonnull file,
                            const char *_Nonnull name, void *_Nullable buffer, size_t size);

void footing_folder_close(struct footing_folder *_Nonnull folder);

#endif

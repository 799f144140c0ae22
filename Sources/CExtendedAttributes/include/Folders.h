#ifndef FOOTING_FOLDERS_H
#define FOOTING_FOLDERS_H

// The calls that list a folder, and read the attributes of its files.
//
// Each returns a count, 0 or 1, or the negated error number, and is repeated if a signal
// interrupted it.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kind of a folder's entry. A symbolic link is not followed.
enum footing_kind {
    footing_kind_other,  // a pipe, a socket, a device, or unknown
    footing_kind_file,
    footing_kind_folder,
    footing_kind_link,
};

/// A folder that is open for reading.
struct footing_folder;

/// One entry of a folder, valid until the next entry is read.
struct footing_folder_entry {
    const char *_Nullable name;
    size_t length;  // of the name, without its NUL
    enum footing_kind kind;
};

/// Returns the kind of the file at a path; a link at its end is not followed.
intptr_t footing_kind_at(const char *_Nonnull path);

/// Opens the folder at a path. Fails for everything else, such as a link to a folder, or a pipe,
/// which could block.
intptr_t footing_folder_open(const char *_Nonnull path,
                             struct footing_folder *_Nullable *_Nonnull folder);

/// Finds the next entry except `.` and `..`, and returns 1, or 0 at the end.
intptr_t footing_folder_next(struct footing_folder *_Nonnull folder,
                             struct footing_folder_entry *_Nonnull entry);

/// Reads a value of `file` in the folder, like footing_xattr_get, without following a link.
///
/// ENOSYS, mostly without a system call: the call is missing, or blocked for this process.
intptr_t footing_folder_get(struct footing_folder *_Nonnull folder, const char *_Nonnull file,
                            const char *_Nonnull name, void *_Nullable buffer, size_t size);

void footing_folder_close(struct footing_folder *_Nonnull folder);

#endif

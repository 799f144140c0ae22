#ifndef FOOTING_FILE_REPLACEMENT_H
#define FOOTING_FILE_REPLACEMENT_H

// The calls that put a new file in the place of an old one.
//
// Each answers a descriptor, a count or 0, or the negated error number, and is made again if a signal
// interrupted it. A file is named by a folder that is open and the file's name in it, so that it
// stays the same while folders above it are moved.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum footing_file_kind {
    footing_file_regular,
    footing_file_folder,
    footing_file_link,
    footing_file_other,
};

/// The kind, the owner and the permissions of a file.
struct footing_file_facts {
    enum footing_file_kind kind;
    uint32_t mode;  // the permissions, with the bits for set-user-ID, set-group-ID and sticky
    uint32_t owner;
    uint32_t group;
    uint64_t device;  // with `number`, which file it is
    uint64_t number;
};

/// Stands for the working directory where a folder is asked for.
extern const int32_t footing_file_working_folder;

/// Opens a folder in which files are to be named, following links. It need not be readable, unless it
/// is to be flushed.
intptr_t footing_file_open_folder(int32_t folder, const char *_Nonnull path, bool flushable);

/// Opens a file, which must be no link, in order to read its attributes. It need not be readable
/// where the system can do without.
intptr_t footing_file_open(int32_t folder, const char *_Nonnull name);

/// Creates a file and opens it for writing; EEXIST if there is one, or a link.
intptr_t footing_file_create(int32_t folder, const char *_Nonnull name, uint32_t mode);

/// Reads the facts of an open file.
intptr_t footing_file_facts_of(int32_t file, struct footing_file_facts *_Nonnull facts);

/// Reads the facts of the file with a name, or of the one that a link there leads to.
intptr_t footing_file_look(int32_t folder, const char *_Nonnull name, bool follow,
                           struct footing_file_facts *_Nonnull facts);

/// Reads where a link leads to, without a NUL; as much as there is room for.
intptr_t footing_file_target(int32_t folder, const char *_Nonnull name, char *_Nonnull buffer,
                             size_t size);

/// Writes all of the bytes at the end of what has been written.
intptr_t footing_file_write(int32_t file, const void *_Nullable bytes, size_t size);

/// Changes the owner and the group; the number -1 leaves one of them as it is.
intptr_t footing_file_give(int32_t file, uint32_t owner, uint32_t group);

intptr_t footing_file_permit(int32_t file, uint32_t mode);

/// Waits until an open file is on the storage itself.
intptr_t footing_file_flush(int32_t file);

/// Waits until the names in a folder are on the storage itself, as far as its volume can do so.
intptr_t footing_file_flush_folder(int32_t folder);

/// Puts the file `from` in the place of `to`, in one step.
intptr_t footing_file_rename(int32_t folder, const char *_Nonnull from, const char *_Nonnull to);

intptr_t footing_file_remove(int32_t folder, const char *_Nonnull name);

/// Closes a descriptor, and tells what went wrong with earlier writing.
intptr_t footing_file_close(int32_t file);

#endif

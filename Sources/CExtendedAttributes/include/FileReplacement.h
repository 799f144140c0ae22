#ifndef FOOTING_FILE_REPLACEMENT_H
#define FOOTING_FILE_REPLACEMENT_H

// The calls that replace a file by a new one.
//
// Each returns a descriptor, a count or 0, or the negated error number, and is repeated if a signal
// interrupted it. A file is named by an open folder and the file's name in it, so that it stays the
// same file while parent folders are moved.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum footing_file_kind {
    footing_file_regular,
    footing_file_folder,
    footing_file_link,
    footing_file_other,
};

/// The kind, the owner, the permissions and the number of names of a file.
struct footing_file_facts {
    enum footing_file_kind kind;
    uint32_t mode;  // the permissions, with the bits for set-user-ID, set-group-ID and sticky
    uint32_t owner;
    uint32_t group;
    uint64_t device;  // with `number`, identifies the file
    uint64_t number;
    uint64_t links;  // 0 if the file has been removed
};

/// A descriptor that refers to the working directory.
extern const int32_t footing_file_working_folder;

/// Opens a folder in which files are named, following links. The folder need not be readable,
/// unless `flushable` is set.
intptr_t footing_file_open_folder(int32_t folder, const char *_Nonnull path, bool flushable);

/// Opens a file that is not a link, to read its attributes. On systems with O_PATH, the file need
/// not be readable.
intptr_t footing_file_open(int32_t folder, const char *_Nonnull name);

/// Creates a file and opens it for writing; EEXIST if the name is taken, even by a link.
intptr_t footing_file_create(int32_t folder, const char *_Nonnull name, uint32_t mode);

/// Reads the facts of an open file.
intptr_t footing_file_facts_of(int32_t file, struct footing_file_facts *_Nonnull facts);

/// Reads the facts of the file with a name, or of the target of a link.
intptr_t footing_file_look(int32_t folder, const char *_Nonnull name, bool follow,
                           struct footing_file_facts *_Nonnull facts);

/// Reads the content of a link, without a NUL, truncated to the buffer.
intptr_t footing_file_target(int32_t folder, const char *_Nonnull name, char *_Nonnull buffer,
                             size_t size);

/// Writes all bytes at the current position.
intptr_t footing_file_write(int32_t file, const void *_Nullable bytes, size_t size);

/// Changes the owner and the group; -1 leaves either unchanged.
intptr_t footing_file_give(int32_t file, uint32_t owner, uint32_t group);

intptr_t footing_file_permit(int32_t file, uint32_t mode);

/// Waits until an open file is flushed to the storage device.
intptr_t footing_file_flush(int32_t file);

/// Waits until the names in a folder are flushed to the storage device, if the volume supports it.
intptr_t footing_file_flush_folder(int32_t folder);

/// Renames `from` to `to` atomically, replacing an existing file.
intptr_t footing_file_rename(int32_t folder, const char *_Nonnull from, const char *_Nonnull to);

intptr_t footing_file_remove(int32_t folder, const char *_Nonnull name);

/// Closes a descriptor, and returns errors of earlier writes.
intptr_t footing_file_close(int32_t file);

#endif

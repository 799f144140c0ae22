#ifndef FOOTING_FILES_H
#define FOOTING_FILES_H

// The system calls for files and folders, under the system's names.
//
// Each returns a descriptor, a count or 0, or the negated error number, and is repeated if a signal
// interrupted it. A file is named by an open folder and the file's name in it, so that it stays the
// same file while parent folders are moved.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The result of `stat`.
struct footing_status {
    uint32_t mode;  // the kind and the permissions
    uint32_t owner;
    uint32_t group;
    uint64_t device;  // with `inode`, identifies the file
    uint64_t inode;
    uint64_t links;       // 0 if the file has been removed
    int64_t size;         // in bytes
    int64_t seconds;      // of the modification time, since 1970
    int64_t nanoseconds;  // the fraction of a second
    int64_t accessed;     // seconds of the access time, since 1970
};

/// O_PATH, or the nearest that the system has: a descriptor that names files in a folder, and needs
/// no permission to read the folder.
extern const int32_t footing_o_path;

intptr_t footing_openat(int32_t folder, const char *_Nonnull path, int32_t flags, uint32_t mode);

/// Opens a file that is not a link, to read it or its attributes. On systems with O_PATH, a file
/// that can't be read is opened for its attributes alone.
intptr_t footing_openat_attributes(int32_t folder, const char *_Nonnull name);

/// Reads the status of an open file.
intptr_t footing_fstat(int32_t file, struct footing_status *_Nonnull status);

/// Reads the status of the file at a path, or of the target of a link.
intptr_t footing_fstatat(int32_t folder, const char *_Nonnull path, bool follow,
                         struct footing_status *_Nonnull status);

/// Reads the content of a link, without a NUL, truncated to the buffer.
intptr_t footing_readlinkat(int32_t folder, const char *_Nonnull name, char *_Nonnull buffer,
                            size_t size);

/// Duplicates a descriptor; both share the current position.
intptr_t footing_dup(int32_t file);

/// Reads at an offset until the memory is full or the file ends; the current position stays.
intptr_t footing_pread(int32_t file, void *_Nullable bytes, size_t size, int64_t offset);

/// Writes all bytes at the current position.
intptr_t footing_write(int32_t file, const void *_Nullable bytes, size_t size);

/// Writes all bytes at an offset; the current position stays.
intptr_t footing_pwrite(int32_t file, const void *_Nullable bytes, size_t size, int64_t offset);

/// Writes to standard error; if standard error is closed or full, the rest is lost.
void footing_write_to_standard_error(const void *_Nullable bytes, size_t size);

/// Changes the owner and the group; -1 leaves either unchanged.
intptr_t footing_fchown(int32_t file, uint32_t owner, uint32_t group);

intptr_t footing_fchmod(int32_t file, uint32_t mode);

/// Moves the current position forward, possibly beyond the end, and returns it.
intptr_t footing_skip(int32_t file, int64_t count);

/// Changes the size of an open file.
intptr_t footing_ftruncate(int32_t file, int64_t size);

/// Sets the modification time of a file in a folder, which may be a link, or of an open file if the
/// name is NULL.
intptr_t footing_set_modified(int32_t file, const char *_Nullable name, int64_t seconds,
                              int64_t nanoseconds);

/// Sets the access time of an open file to now.
intptr_t footing_set_accessed(int32_t file);

intptr_t footing_mkdirat(int32_t folder, const char *_Nonnull name, uint32_t mode);

/// Creates a symbolic link.
intptr_t footing_symlinkat(const char *_Nonnull target, int32_t folder, const char *_Nonnull name);

/// Gives a file another name; a symbolic link is not followed.
intptr_t footing_linkat(int32_t folder, const char *_Nonnull name, int32_t new_folder,
                        const char *_Nonnull new_name);

/// Waits until an open file, or the names in an open folder, are flushed to the storage device.
intptr_t footing_fsync(int32_t file);

/// Renames a file atomically. An existing file is replaced, or the call fails with EEXIST.
intptr_t footing_renameat(int32_t folder, const char *_Nonnull from, int32_t new_folder,
                          const char *_Nonnull to, bool replace);

/// Removes an empty folder, or a file that is not a folder.
intptr_t footing_unlinkat(int32_t folder, const char *_Nonnull name, bool is_folder);

/// Closes a descriptor, and returns errors of earlier writes.
intptr_t footing_close(int32_t file);

/// Reads the current path of an open file, without a NUL, and returns its length.
intptr_t footing_path(int32_t file, char *_Nonnull buffer, size_t size);

/// Resolves all symbolic links in `path`, writes the result without a NUL, and returns its length.
/// ERANGE: the buffer is shorter than PATH_MAX.
intptr_t footing_realpath(const char *_Nonnull path, char *_Nonnull buffer, size_t size);

/// Waits until the bytes of an open file are flushed to the storage device.
intptr_t footing_fdatasync(int32_t file);

/// Locks an open file for this process, without waiting (EWOULDBLOCK), or unlocks it.
intptr_t footing_flock(int32_t file, bool lock);

#endif

// Declares O_PATH.
#define _GNU_SOURCE

#include "FileReplacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// The mode for a folder in which files are named; it needs no permission to read the folder.
#if defined(O_PATH)
#define NAMING O_PATH
#elif defined(O_SEARCH)
#define NAMING O_SEARCH
#else
#define NAMING O_RDONLY
#endif

const int32_t footing_file_working_folder = AT_FDCWD;

// The result of a call, repeated while signals interrupt it; an error is a negated number.
#define RETRYING(call)                                  \
    for (;;) {                                          \
        intptr_t result = (call);                       \
        if (result >= 0) return result;                 \
        if (errno != EINTR) return -(intptr_t)errno;    \
    }

intptr_t footing_file_open_folder(int32_t folder, const char *path, bool flushable) {
    int way = flushable ? O_RDONLY : NAMING;
    RETRYING(openat(folder, path, way | O_DIRECTORY | O_CLOEXEC))
}

static intptr_t open_as(int32_t folder, const char *name, int way) {
    RETRYING(openat(folder, name, way | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC))
}

intptr_t footing_file_open(int32_t folder, const char *name) {
    intptr_t file = open_as(folder, name, O_RDONLY);
#if defined(O_PATH)
    // The file may be unreadable, or leased by another program; O_PATH suffices to read attributes.
    if (file == -EACCES || file == -EWOULDBLOCK) return open_as(folder, name, O_PATH);
#endif
    return file;
}

intptr_t footing_file_create(int32_t folder, const char *name, uint32_t mode) {
    RETRYING(openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode))
}

static intptr_t tell(int result, const struct stat *found, struct footing_file_facts *facts) {
    if (result < 0) return -(intptr_t)errno;
    switch (found->st_mode & S_IFMT) {
    case S_IFREG: facts->kind = footing_file_regular; break;
    case S_IFDIR: facts->kind = footing_file_folder; break;
    case S_IFLNK: facts->kind = footing_file_link; break;
    default: facts->kind = footing_file_other;
    }
    facts->mode = found->st_mode & 07777;
    facts->owner = found->st_uid;
    facts->group = found->st_gid;
    facts->device = (uint64_t)found->st_dev;
    facts->number = (uint64_t)found->st_ino;
    facts->links = (uint64_t)found->st_nlink;
    return 0;
}

intptr_t footing_file_facts_of(int32_t file, struct footing_file_facts *facts) {
    struct stat found;
    return tell(fstat(file, &found), &found, facts);
}

intptr_t footing_file_look(int32_t folder, const char *name, bool follow,
                           struct footing_file_facts *facts) {
    struct stat found;
    int flags = follow ? 0 : AT_SYMLINK_NOFOLLOW;
    return tell(fstatat(folder, name, &found, flags), &found, facts);
}

intptr_t footing_file_target(int32_t folder, const char *name, char *buffer, size_t size) {
    RETRYING(readlinkat(folder, name, buffer, size))
}

static intptr_t write_some(int32_t file, const void *bytes, size_t size) {
    // A larger size is an error on Darwin, and truncated on Linux.
    const size_t most = 1 << 30;
    RETRYING(write(file, bytes, size < most ? size : most))
}

intptr_t footing_file_write(int32_t file, const void *bytes, size_t size) {
    const char *rest = bytes;
    while (size > 0) {
        intptr_t count = write_some(file, rest, size);
        if (count < 0) return count;
        // POSIX excludes a count of 0 for a positive size; without this check, the loop might never
        // end.
        if (count == 0) return -(intptr_t)EIO;
        rest += count;
        size -= (size_t)count;
    }
    return 0;
}

intptr_t footing_file_give(int32_t file, uint32_t owner, uint32_t group) {
    RETRYING(fchown(file, (uid_t)owner, (gid_t)group))
}

intptr_t footing_file_permit(int32_t file, uint32_t mode) {
    RETRYING(fchmod(file, (mode_t)mode))
}

intptr_t footing_file_flush(int32_t file) {
#if defined(F_FULLFSYNC)
    // On Darwin, fsync leaves the bytes in the device's cache. Not all volumes support F_FULLFSYNC.
    if (fcntl(file, F_FULLFSYNC) == 0) return 0;
#endif
    RETRYING(fsync(file))
}

intptr_t footing_file_flush_folder(int32_t folder) {
    intptr_t result = footing_file_flush(folder);
    return result == -EINVAL || result == -ENOTSUP ? 0 : result;
}

intptr_t footing_file_rename(int32_t folder, const char *from, const char *to) {
    RETRYING(renameat(folder, from, folder, to))
}

intptr_t footing_file_remove(int32_t folder, const char *name) {
    RETRYING(unlinkat(folder, name, 0))
}

intptr_t footing_file_close(int32_t file) {
    // An interrupted close has closed the descriptor, and another thread may have reused it.
    return close(file) == 0 || errno == EINTR ? 0 : -(intptr_t)errno;
}

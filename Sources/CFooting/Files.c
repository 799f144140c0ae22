// Declares O_PATH.
#define _GNU_SOURCE

#include "Files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

// Returns the result of a system call, which is repeated while signals interrupt it, or its negated
// error number.
#define RETRYING(call)                                     \
    for (;;) {                                             \
        intptr_t result = (call);                          \
        if (result >= 0) return result;                    \
        if (errno != EINTR) return -(intptr_t)errno;       \
    }

#if defined(O_PATH)
const int32_t footing_o_path = O_PATH;
#elif defined(O_SEARCH)
const int32_t footing_o_path = O_SEARCH;
#else
const int32_t footing_o_path = O_RDONLY;
#endif

intptr_t footing_openat(int32_t folder, const char *path, int32_t flags, uint32_t mode) {
    RETRYING(openat(folder, path, flags | O_CLOEXEC, (mode_t)mode))
}

intptr_t footing_openat_attributes(int32_t folder, const char *name) {
    const int flags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
    intptr_t file = footing_openat(folder, name, flags | O_RDONLY, 0);
#if defined(O_PATH)
    // The file may be unreadable, or leased by another program; O_PATH suffices to read attributes.
    if (file == -EACCES || file == -EWOULDBLOCK) {
        return footing_openat(folder, name, flags | O_PATH, 0);
    }
#endif
    return file;
}

static intptr_t copy_status(int result, const struct stat *found, struct footing_status *status) {
    if (result < 0) return result;
#if defined(__APPLE__)
    struct timespec modified = found->st_mtimespec, accessed = found->st_atimespec;
#else
    struct timespec modified = found->st_mtim, accessed = found->st_atim;
#endif
    *status = (struct footing_status){
        .mode = found->st_mode,
        .owner = found->st_uid,
        .group = found->st_gid,
        .device = (uint64_t)found->st_dev,
        .inode = (uint64_t)found->st_ino,
        .links = (uint64_t)found->st_nlink,
        .size = found->st_size,
        .seconds = modified.tv_sec,
        .nanoseconds = modified.tv_nsec,
        .accessed = accessed.tv_sec,
    };
    return 0;
}

intptr_t footing_fstat(int32_t file, struct footing_status *status) {
    struct stat found;
    RETRYING(copy_status(fstat(file, &found), &found, status))
}

intptr_t footing_fstatat(int32_t folder, const char *path, bool follow,
                         struct footing_status *status) {
    struct stat found;
    RETRYING(copy_status(fstatat(folder, path, &found, follow ? 0 : AT_SYMLINK_NOFOLLOW), &found, status))
}

intptr_t footing_readlinkat(int32_t folder, const char *name, char *buffer, size_t size) {
    RETRYING(readlinkat(folder, name, buffer, size))
}

intptr_t footing_dup(int32_t file) {
    RETRYING(fcntl(file, F_DUPFD_CLOEXEC, 0))
}

// A larger size is an error on Darwin, and truncated on Linux.
static size_t capped(size_t size) {
    const size_t most = 1 << 30;
    return size < most ? size : most;
}

intptr_t footing_pread(int32_t file, void *bytes, size_t size, int64_t offset) {
    size_t done = 0;
    while (done < size) {
        char *rest = (char *)bytes + done;
        ssize_t count = pread(file, rest, capped(size - done), offset + (int64_t)done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -(intptr_t)errno;
        if (count == 0) break;
        done += (size_t)count;
    }
    return (intptr_t)done;
}

// Writes all bytes at an offset, or at the current position if the offset is negative.
static intptr_t write_all(int32_t file, const void *bytes, size_t size, int64_t offset) {
    size_t done = 0;
    while (done < size) {
        const char *rest = (const char *)bytes + done;
        size_t most = capped(size - done);
        ssize_t count = offset < 0 ? write(file, rest, most)
                                   : pwrite(file, rest, most, offset + (int64_t)done);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return -(intptr_t)errno;
        // POSIX excludes a count of 0 for a positive size; without this check, the loop might never
        // end.
        if (count == 0) return -(intptr_t)EIO;
        done += (size_t)count;
    }
    return 0;
}

intptr_t footing_write(int32_t file, const void *bytes, size_t size) {
    return write_all(file, bytes, size, -1);
}

intptr_t footing_pwrite(int32_t file, const void *bytes, size_t size, int64_t offset) {
    return write_all(file, bytes, size, offset);
}

void footing_write_to_standard_error(const void *bytes, size_t size) {
    footing_write(STDERR_FILENO, bytes, size);
}

intptr_t footing_fchown(int32_t file, uint32_t owner, uint32_t group) {
    RETRYING(fchown(file, (uid_t)owner, (gid_t)group))
}

intptr_t footing_fchmod(int32_t file, uint32_t mode) {
    RETRYING(fchmod(file, (mode_t)mode))
}

intptr_t footing_skip(int32_t file, int64_t count) {
    RETRYING(lseek(file, count, SEEK_CUR))
}

intptr_t footing_ftruncate(int32_t file, int64_t size) {
    RETRYING(ftruncate(file, size))
}

intptr_t footing_set_modified(int32_t file, const char *name, int64_t seconds,
                              int64_t nanoseconds) {
    const struct timespec times[2] = {
        {.tv_nsec = UTIME_OMIT},
        {.tv_sec = (time_t)seconds, .tv_nsec = (long)nanoseconds},
    };
    RETRYING(name ? utimensat(file, name, times, AT_SYMLINK_NOFOLLOW) : futimens(file, times))
}

intptr_t footing_set_accessed(int32_t file) {
    const struct timespec times[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_OMIT}};
    RETRYING(futimens(file, times))
}

intptr_t footing_mkdirat(int32_t folder, const char *name, uint32_t mode) {
    RETRYING(mkdirat(folder, name, (mode_t)mode))
}

intptr_t footing_symlinkat(const char *target, int32_t folder, const char *name) {
    RETRYING(symlinkat(target, folder, name))
}

intptr_t footing_linkat(int32_t folder, const char *name, int32_t new_folder,
                        const char *new_name) {
    RETRYING(linkat(folder, name, new_folder, new_name, 0))
}

intptr_t footing_fsync(int32_t file) {
#if defined(F_FULLFSYNC)
    // On Darwin, fsync leaves the bytes in the device's cache. Not all volumes support F_FULLFSYNC.
    if (fcntl(file, F_FULLFSYNC) == 0) return 0;
#endif
    RETRYING(fsync(file))
}

static int rename_to_free_name(int32_t folder, const char *from, int32_t new_folder,
                               const char *to) {
#if defined(RENAME_NOREPLACE)
    int result = renameat2(folder, from, new_folder, to, RENAME_NOREPLACE);
#elif defined(RENAME_EXCL)
    int result = renameatx_np(folder, from, new_folder, to, RENAME_EXCL);
#else
    int result = -1;
    errno = ENOSYS;
#endif
    if (result == 0 || (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP)) return result;
    // The volume supports no such rename. A file has two names for a moment.
    result = linkat(folder, from, new_folder, to, 0);
    if (result == 0) {
        // A repetition of all calls would find the new name taken.
        do { result = unlinkat(folder, from, 0); } while (result < 0 && errno == EINTR);
        return result;
    }
    if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) return result;
    // Nor does it support hard links: another program may create the name after this look.
    struct stat status;
    if (fstatat(new_folder, to, &status, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return -1;
    }
    return errno == ENOENT ? renameat(folder, from, new_folder, to) : -1;
}

intptr_t footing_renameat(int32_t folder, const char *from, int32_t new_folder, const char *to,
                          bool replace) {
    RETRYING(replace ? renameat(folder, from, new_folder, to)
                     : rename_to_free_name(folder, from, new_folder, to))
}

intptr_t footing_unlinkat(int32_t folder, const char *name, bool is_folder) {
    RETRYING(unlinkat(folder, name, is_folder ? AT_REMOVEDIR : 0))
}

intptr_t footing_close(int32_t file) {
    // An interrupted close has closed the descriptor, and another thread may have reused it.
    return close(file) == 0 || errno == EINTR ? 0 : -(intptr_t)errno;
}

intptr_t footing_path(int32_t file, char *buffer, size_t size) {
#if defined(F_GETPATH)
    if (size < PATH_MAX) return -ERANGE;
    return fcntl(file, F_GETPATH, buffer) < 0 ? -errno : (intptr_t)strlen(buffer);
#else
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    return footing_readlinkat(AT_FDCWD, link, buffer, size);
#endif
}

intptr_t footing_realpath(const char *path, char *buffer, size_t size) {
    if (size < PATH_MAX) return -ERANGE;
    return realpath(path, buffer) ? (intptr_t)strlen(buffer) : -errno;
}

intptr_t footing_fdatasync(int32_t file) {
#if defined(__APPLE__)
    return footing_fsync(file);
#else
    RETRYING(fdatasync(file))
#endif
}

intptr_t footing_flock(int32_t file, bool lock) {
    RETRYING(flock(file, lock ? LOCK_EX | LOCK_NB : LOCK_UN))
}

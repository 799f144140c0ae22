// With _GNU_SOURCE, glibc declares another strerror_r.
#undef _GNU_SOURCE

#include "CExtendedAttributes.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

typedef struct footing_xattr_file file_t;

// A path that replaces a descriptor.
typedef struct {
    char path[32];
} link_t;

#if defined(__APPLE__)

#include <sys/param.h>

const int32_t footing_xattr_missing = ENOATTR;

static int options(file_t file) { return file.follow ? 0 : XATTR_NOFOLLOW; }

static ssize_t read_once(file_t file, const char *name, void *buffer, size_t size) {
    return file.path ? getxattr(file.path, name, buffer, size, 0, options(file))
                     : fgetxattr(file.descriptor, name, buffer, size, 0, 0);
}

static ssize_t get(file_t file, const char *name, void *buffer, size_t size) {
    ssize_t count = read_once(file, name, buffer, size);
    if (count <= 0 || (size_t)count < size) return count;
    // Some attributes are silently truncated to the buffer, so a full buffer is measured again.
    if (size == 0 || read_once(file, name, NULL, 0) <= count) return count;
    errno = ERANGE;
    return -1;
}

static ssize_t list(file_t file, void *buffer, size_t size) {
    return file.path ? listxattr(file.path, buffer, size, options(file))
                     : flistxattr(file.descriptor, buffer, size, 0);
}

static int set(file_t file, const char *name, const void *value, size_t size, int flags) {
    return file.path ? setxattr(file.path, name, value, size, 0, flags | options(file))
                     : fsetxattr(file.descriptor, name, value, size, 0, flags);
}

static int removal(file_t file, const char *name) {
    return file.path ? removexattr(file.path, name, options(file))
                     : fremovexattr(file.descriptor, name, 0);
}

static struct timespec changed(const struct stat *status) { return status->st_mtimespec; }

static bool stands_in(link_t *link, file_t *file) { return false; }

intptr_t footing_xattr_path(int32_t descriptor, char *buffer, size_t size) {
    if (size < MAXPATHLEN) return -ERANGE;
    return fcntl(descriptor, F_GETPATH, buffer) < 0 ? -errno : (intptr_t)strlen(buffer);
}

#else

const int32_t footing_xattr_missing = ENODATA;

static ssize_t get(file_t file, const char *name, void *buffer, size_t size) {
    if (!file.path) return fgetxattr(file.descriptor, name, buffer, size);
    return (file.follow ? getxattr : lgetxattr)(file.path, name, buffer, size);
}

static ssize_t list(file_t file, void *buffer, size_t size) {
    if (!file.path) return flistxattr(file.descriptor, buffer, size);
    return (file.follow ? listxattr : llistxattr)(file.path, buffer, size);
}

static int set(file_t file, const char *name, const void *value, size_t size, int flags) {
    if (!file.path) return fsetxattr(file.descriptor, name, value, size, flags);
    return (file.follow ? setxattr : lsetxattr)(file.path, name, value, size, flags);
}

static int removal(file_t file, const char *name) {
    if (!file.path) return fremovexattr(file.descriptor, name);
    return (file.follow ? removexattr : lremovexattr)(file.path, name);
}

static struct timespec changed(const struct stat *status) { return status->st_mtim; }

static void find(link_t *link, int descriptor) {
    snprintf(link->path, sizeof link->path, "/proc/self/fd/%d", descriptor);
}

// Replaces a descriptor that was opened with O_PATH by its link under /proc: these calls fail on
// such a descriptor.
static bool stands_in(link_t *link, file_t *file) {
    // The value of O_PATH on Linux, since C libraries declare it only with _GNU_SOURCE.
    static const int path_only = 010000000;
    int call_error = errno;
    int flags = file->path ? -1 : fcntl(file->descriptor, F_GETFL);
    errno = call_error;
    if (flags < 0 || !(flags & path_only)) return false;
    find(link, file->descriptor);
    *file = (file_t){.path = link->path, .follow = true};
    return true;
}

intptr_t footing_xattr_path(int32_t descriptor, char *buffer, size_t size) {
    link_t link;
    find(&link, descriptor);
    ssize_t count = readlink(link.path, buffer, size);
    return count < 0 ? -errno : count;
}

#endif

// Whether a failed call on `file` should be repeated.
static bool is_worth_another(file_t *file, link_t *link) {
    // A missing link under /proc means that /proc is not mounted, not that the file is missing.
    if (errno == ENOENT && file->path == link->path) errno = EBADF;
    return errno == EINTR || (errno == EBADF && stands_in(link, file));
}

// The result of a call on `file`, repeated while signals interrupt it; errors are negated numbers.
#define RETRYING(call)                                                     \
    link_t link;                                                           \
    for (;;) {                                                             \
        intptr_t result = (call);                                          \
        if (result >= 0) return result;                                    \
        if (!is_worth_another(&file, &link)) return -(intptr_t)errno;      \
    }

intptr_t footing_xattr_get(file_t file, const char *name, void *buffer, size_t size) {
    RETRYING(get(file, name, buffer, size))
}

intptr_t footing_xattr_list(file_t file, void *buffer, size_t size) {
    RETRYING(list(file, buffer, size))
}

intptr_t footing_xattr_set(file_t file, const char *name, const void *value, size_t size,
                           enum footing_xattr_rule rule) {
    int flags = 0;
    if (rule == footing_xattr_create) flags = XATTR_CREATE;
    if (rule == footing_xattr_require) flags = XATTR_REPLACE;
    RETRYING(set(file, name, value, size, flags))
}

intptr_t footing_xattr_remove(file_t file, const char *name) {
    RETRYING(removal(file, name))
}

intptr_t footing_xattr_resolve(const char *path, char *buffer, size_t size) {
    if (size < PATH_MAX) return -ERANGE;
    return realpath(path, buffer) ? (intptr_t)strlen(buffer) : -errno;
}

static int inspect(file_t file, struct stat *status) {
    if (!file.path) return fstat(file.descriptor, status);
    return (file.follow ? stat : lstat)(file.path, status);
}

static intptr_t read_status(file_t file, struct stat *status) {
    RETRYING(inspect(file, status))
}

intptr_t footing_xattr_read_stamp(file_t file, struct footing_xattr_stamp *stamp) {
    struct stat status;
    intptr_t error = read_status(file, &status);
    if (error < 0) return error;
    struct timespec time = changed(&status);
    *stamp = (struct footing_xattr_stamp){status.st_size, time.tv_sec, time.tv_nsec};
    return 0;
}

bool footing_xattr_message(int32_t number, char *buffer, size_t size) {
    return strerror_r(number, buffer, size) == 0;
}

// With it, glibc's strerror_r would be another function.
#undef _GNU_SOURCE

#include "CExtendedAttributes.h"

#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <sys/xattr.h>

#if defined(__APPLE__)

const int32_t footing_xattr_missing = ENOATTR;

static int options(bool follow) { return follow ? 0 : XATTR_NOFOLLOW; }

static ssize_t get(const char *path, const char *name, void *buffer, size_t size, bool follow) {
    ssize_t count = getxattr(path, name, buffer, size, 0, options(follow));
    if (count <= 0 || (size_t)count < size) return count;
    // Some attributes are cut to the buffer without a word: a full buffer is asked about again.
    if (size == 0 || getxattr(path, name, NULL, 0, 0, options(follow)) <= count) return count;
    errno = ERANGE;
    return -1;
}

static ssize_t list(const char *path, void *buffer, size_t size, bool follow) {
    return listxattr(path, buffer, size, options(follow));
}

static int set(const char *path, const char *name, const void *value, size_t size, int flags,
               bool follow) {
    return setxattr(path, name, value, size, 0, flags | options(follow));
}

static int removal(const char *path, const char *name, bool follow) {
    return removexattr(path, name, options(follow));
}

#else

const int32_t footing_xattr_missing = ENODATA;

static ssize_t get(const char *path, const char *name, void *buffer, size_t size, bool follow) {
    return (follow ? getxattr : lgetxattr)(path, name, buffer, size);
}

static ssize_t list(const char *path, void *buffer, size_t size, bool follow) {
    return (follow ? listxattr : llistxattr)(path, buffer, size);
}

static int set(const char *path, const char *name, const void *value, size_t size, int flags,
               bool follow) {
    return (follow ? setxattr : lsetxattr)(path, name, value, size, flags);
}

static int removal(const char *path, const char *name, bool follow) {
    return (follow ? removexattr : lremovexattr)(path, name);
}

#endif

// The result of a call, made again as long as signals interrupt it, with its error in band.
#define RETRYING(call)                                \
    for (;;) {                                        \
        intptr_t result = (call);                     \
        if (result >= 0) return result;               \
        if (errno != EINTR) return -(intptr_t)errno;  \
    }

intptr_t footing_xattr_get(const char *path, const char *name, void *buffer, size_t size,
                           bool follow) {
    RETRYING(get(path, name, buffer, size, follow))
}

intptr_t footing_xattr_list(const char *path, void *buffer, size_t size, bool follow) {
    RETRYING(list(path, buffer, size, follow))
}

intptr_t footing_xattr_set(const char *path, const char *name, const void *value, size_t size,
                           enum footing_xattr_rule rule, bool follow) {
    int flags = 0;
    if (rule == footing_xattr_create) flags = XATTR_CREATE;
    if (rule == footing_xattr_require) flags = XATTR_REPLACE;
    RETRYING(set(path, name, value, size, flags, follow))
}

intptr_t footing_xattr_remove(const char *path, const char *name, bool follow) {
    RETRYING(removal(path, name, follow))
}

bool footing_xattr_message(int32_t number, char *buffer, size_t size) {
    return strerror_r(number, buffer, size) == 0;
}

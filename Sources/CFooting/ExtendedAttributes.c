#include "ExtendedAttributes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "Files.h"

#if defined(__linux__)
#include <sys/syscall.h>
#endif

typedef struct footing_xattr_file file_t;

// A path that replaces a descriptor.
typedef struct {
    char path[32];
} link_t;

const int32_t footing_xattr_create = XATTR_CREATE, footing_xattr_replace = XATTR_REPLACE;

#if defined(__APPLE__)

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

static int remove_attribute(file_t file, const char *name) {
    return file.path ? removexattr(file.path, name, options(file))
                     : fremovexattr(file.descriptor, name, 0);
}

static bool replace_by_link(file_t *file, link_t *link) { return false; }

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

static int remove_attribute(file_t file, const char *name) {
    if (!file.path) return fremovexattr(file.descriptor, name);
    return (file.follow ? removexattr : lremovexattr)(file.path, name);
}

// Replaces a descriptor that was opened with O_PATH, on which these system calls fail, by its link
// under /proc.
static bool replace_by_link(file_t *file, link_t *link) {
    int call_error = errno;
    int flags = file->path ? -1 : fcntl(file->descriptor, F_GETFL);
    errno = call_error;
    if (flags < 0 || !(flags & footing_o_path)) return false;
    snprintf(link->path, sizeof link->path, "/proc/self/fd/%d", file->descriptor);
    *file = (file_t){.path = link->path, .follow = true};
    return true;
}

#endif

// Whether to repeat a failed call, on `file` or on its link.
static bool should_retry(file_t *file, link_t *link) {
    // A missing link under /proc means that /proc is not mounted, not that the file is missing.
    if (errno == ENOENT && file->path == link->path) errno = EBADF;
    return errno == EINTR || (errno == EBADF && replace_by_link(file, link));
}

// Returns the result of a system call on `file`, or its negated error number.
#define RETRYING(call)                                               \
    for (link_t link;;) {                                            \
        intptr_t result = (call);                                    \
        if (result >= 0) return result;                              \
        if (!should_retry(&file, &link)) return -(intptr_t)errno;    \
    }

intptr_t footing_getxattr(file_t file, const char *name, void *buffer, size_t size) {
    RETRYING(get(file, name, buffer, size))
}

intptr_t footing_listxattr(file_t file, void *buffer, size_t size) {
    RETRYING(list(file, buffer, size))
}

intptr_t footing_setxattr(file_t file, const char *name, const void *value, size_t size,
                          int32_t flags) {
    RETRYING(set(file, name, value, size, flags))
}

intptr_t footing_removexattr(file_t file, const char *name) {
    RETRYING(remove_attribute(file, name))
}

#if defined(__linux__) && !defined(SYS_getxattrat) && \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__arm__) || defined(__riscv))
// Linux has this call since 6.13, but many C libraries don't define its number yet.
#define SYS_getxattrat 464
#endif

#if defined(SYS_getxattrat)

// The kernel's structure, whose size is an argument of the call.
struct arguments {
    _Alignas(8) uint64_t value;
    uint32_t size;
    uint32_t flags;
};

// Whether the call is known to be missing. Concurrent writes store the same value.
static atomic_bool is_missing;

// Whether an error means that the kernel lacks the call, or that a sandbox blocks it.
//
// Sandboxes often return EPERM, but file systems can, too. Without its arguments, an available call
// returns EINVAL before it accesses anything.
static bool is_missing_call(int error) {
    if (error != ENOSYS && error != EPERM) return false;
    return syscall(SYS_getxattrat, -1, "", 0, "", NULL, (size_t)0) < 0 && errno != EINVAL;
}

#endif

intptr_t footing_getxattrat(int32_t folder, const char *file, const char *name, void *buffer,
                            size_t size) {
#if defined(SYS_getxattrat)
    // The size field has four bytes, which is more than any value needs.
    struct arguments arguments = {
        (uint64_t)(uintptr_t)buffer, size > UINT32_MAX ? UINT32_MAX : (uint32_t)size, 0};
    while (!atomic_load_explicit(&is_missing, memory_order_relaxed)) {
        long count = syscall(SYS_getxattrat, folder, file, AT_SYMLINK_NOFOLLOW, name, &arguments,
                             sizeof arguments);
        if (count >= 0) return count;
        int error = errno;
        if (error == EINTR) continue;
        if (!is_missing_call(error)) return -(intptr_t)error;
        atomic_store_explicit(&is_missing, true, memory_order_relaxed);
    }
#endif
    return -ENOSYS;
}

#ifndef FOOTING_C_RAW_CALLS_H
#define FOOTING_C_RAW_CALLS_H

#include <sys/types.h>
#include <sys/xattr.h>

// The system's own calls, which `import Glibc` leaves out, as the peers of our rows.
static inline ssize_t raw_getxattr(const char *path, const char *name, void *value, size_t size) {
#ifdef __APPLE__
    return getxattr(path, name, value, size, 0, 0);
#else
    return getxattr(path, name, value, size);
#endif
}

static inline int raw_setxattr(const char *path, const char *name, const void *value, size_t size) {
#ifdef __APPLE__
    return setxattr(path, name, value, size, 0, 0);
#else
    return setxattr(path, name, value, size, 0);
#endif
}

#endif

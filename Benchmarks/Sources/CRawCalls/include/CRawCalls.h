#ifndef FOOTING_C_RAW_CALLS_H
#define FOOTING_C_RAW_CALLS_H

#include <stdint.h>
#include <stdlib.h>
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

static inline ssize_t raw_fgetxattr(int file, const char *name, void *value, size_t size) {
#ifdef __APPLE__
    return fgetxattr(file, name, value, size, 0, 0);
#else
    return fgetxattr(file, name, value, size);
#endif
}

static inline ssize_t raw_listxattr(const char *path, void *names, size_t size) {
#ifdef __APPLE__
    return listxattr(path, names, size, 0);
#else
    return listxattr(path, names, size);
#endif
}

static inline int raw_removexattr(const char *path, const char *name) {
#ifdef __APPLE__
    return removexattr(path, name, 0);
#else
    return removexattr(path, name);
#endif
}

// Values and lists of any size, and several attributes, as a C program handles them.

/// Measures a value, and reads it into memory that the caller frees; NULL if that fails.
void *raw_read_measured(const char *path, const char *name, size_t *count);

/// Lists up to 4 KiB of names as strings in order, in an array that ends with NULL; NULL if that
/// fails.
char **raw_names(const char *path);

void raw_free_names(char **names);

/// Copies all attributes of one file to another; the number of them, or -1.
int raw_copy(const char *from, const char *to);

/// The number of bytes of the heap in use, or -1 where the C library does not tell.
int64_t raw_allocated_bytes(void);

#endif

#ifndef FOOTING_EXTENDED_ATTRIBUTES_H
#define FOOTING_EXTENDED_ATTRIBUTES_H

// The system calls of <sys/xattr.h>, which Swift's Glibc and Musl modules omit.
//
// Each returns a count (or 0), or the negated error number, so that no other code can overwrite
// errno before it is read. A call interrupted by a signal is repeated. ExtendedAttributes.c hides
// the platforms' differences in arguments, flags and error numbers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The flags of a write that only creates (EEXIST if the attribute exists) or only replaces.
extern const int32_t footing_xattr_create, footing_xattr_replace;

/// The error number for "no such attribute": ENODATA on Linux, ENOATTR on Darwin.
extern const int32_t footing_xattr_missing;

/// The file of a system call: at a path or, if the path is NULL, an open file.
struct footing_xattr_file {
    const char *_Nullable path;
    int32_t descriptor;  // of an open file; O_PATH is enough
    bool follow;         // whether a symbolic link at the end of the path is followed
};

/// Reads a value; with a size of 0, only measures it. ERANGE: the buffer is too short.
intptr_t footing_getxattr(struct footing_xattr_file file, const char *_Nonnull name,
                          void *_Nullable buffer, size_t size);

/// Reads the names, each terminated by a NUL; with a size of 0, only measures them.
intptr_t footing_listxattr(struct footing_xattr_file file, void *_Nullable buffer, size_t size);

intptr_t footing_setxattr(struct footing_xattr_file file, const char *_Nonnull name,
                          const void *_Nullable value, size_t size, int32_t flags);

intptr_t footing_removexattr(struct footing_xattr_file file, const char *_Nonnull name);

/// Reads a value of `file` in an open folder, without following a link.
///
/// ENOSYS, mostly without a system call: the call is missing, or blocked for this process.
intptr_t footing_getxattrat(int32_t folder, const char *_Nonnull file, const char *_Nonnull name,
                            void *_Nullable buffer, size_t size);

/// 4 KiB, nested so that Swift sees few fields.
typedef struct {
    struct {
        uint64_t words[16];
    } lines[32];
} footing_xattr_page;

/// Uninitialized stack memory of one page for Swift.
///
/// Swift can't reserve more than 1 KiB of stack without initializing it. After inlining, only the
/// reservation remains. Taking the address makes the content unspecified in C, instead of the copy
/// undefined.
static inline footing_xattr_page footing_xattr_make_page(void) {
    footing_xattr_page page;
    (void)&page;
    return page;
}

#endif

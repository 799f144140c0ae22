#ifndef FOOTING_C_EXTENDED_ATTRIBUTES_H
#define FOOTING_C_EXTENDED_ATTRIBUTES_H

// The calls of <sys/xattr.h>, which Swift's Glibc and Musl modules omit.
//
// Each returns a count (or 0), or the negated error number, so that no other code can overwrite
// errno before it is read. A call interrupted by a signal is repeated. CExtendedAttributes.c hides
// the platforms' differences in arguments, flags and error numbers.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "FileReplacement.h"
#include "Folders.h"

/// The treatment of an existing or missing attribute by a write.
enum footing_xattr_rule {
    footing_xattr_replace,  // write in any case
    footing_xattr_create,   // EEXIST if the attribute exists
    footing_xattr_require,  // the "no such attribute" error if it is missing
};

/// The error number for "no such attribute": ENODATA on Linux, ENOATTR on Darwin.
extern const int32_t footing_xattr_missing;

/// The target of a call: the file at a path or, if the path is NULL, an open file.
struct footing_xattr_file {
    const char *_Nullable path;
    int32_t descriptor;  // of an open file; O_PATH is enough
    bool follow;         // whether a symbolic link at the end of the path is followed
};

/// Reads a value; with a size of 0, only measures it. ERANGE: the buffer is too short.
intptr_t footing_xattr_get(struct footing_xattr_file file, const char *_Nonnull name,
                           void *_Nullable buffer, size_t size);

/// Reads the names, each terminated by a NUL; with a size of 0, only measures them.
intptr_t footing_xattr_list(struct footing_xattr_file file, void *_Nullable buffer, size_t size);

intptr_t footing_xattr_set(struct footing_xattr_file file, const char *_Nonnull name,
                           const void *_Nullable value, size_t size, enum footing_xattr_rule rule);

intptr_t footing_xattr_remove(struct footing_xattr_file file, const char *_Nonnull name);

/// Reads the current path of an open file, without a NUL, and returns its length.
intptr_t footing_xattr_path(int32_t descriptor, char *_Nonnull buffer, size_t size);

/// Resolves all symbolic links in `path`, writes the result without a NUL, and returns its length.
/// ERANGE: the buffer is shorter than PATH_MAX.
intptr_t footing_xattr_resolve(const char *_Nonnull path, char *_Nonnull buffer, size_t size);

/// The size and modification time of a file, by which a change of its content is noticed.
struct footing_xattr_stamp {
    int64_t size;         // in bytes
    int64_t seconds;      // of the modification time, since 1970
    int64_t nanoseconds;  // the fraction of a second
};

/// Reads the stamp of a file.
intptr_t footing_xattr_read_stamp(struct footing_xattr_file file,
                                  struct footing_xattr_stamp *_Nonnull stamp);

/// Writes the system's message for an error number, terminated by a NUL; false if there is none.
bool footing_xattr_message(int32_t number, char *_Nonnull buffer, size_t size);

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

#ifndef FOOTING_FOLDERS_H
#define FOOTING_FOLDERS_H

// The system calls that list a folder. Each returns 0 or 1, or the negated error number, and is
// repeated if a signal interrupted it.

#include "Files.h"

/// One entry of a folder, valid until the next entry is read.
struct footing_folder_entry {
    const char *_Nullable name;
    size_t length;  // of the name, without its NUL
    uint32_t mode;  // the kind, as in `footing_status`; a link is not followed
};

/// Takes over the descriptor of a folder that is open for reading, and closes it if this fails.
intptr_t footing_fdopendir(int32_t folder, void *_Nullable *_Nonnull stream);

/// Finds the next entry except `.` and `..`, and returns 1, or 0 at the end.
intptr_t footing_readdir(void *_Nonnull stream, struct footing_folder_entry *_Nonnull entry);

void footing_closedir(void *_Nonnull stream);

#endif

#include "Folders.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

// The streams are `DIR *`, a type that Swift can't import.
intptr_t footing_fdopendir(int32_t folder, void **stream) {
    *stream = fdopendir(folder);
    if (*stream) return 0;
    int error = errno;
    close(folder);
    return -(intptr_t)error;
}

static bool is_special(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

intptr_t footing_readdir(void *stream, struct footing_folder_entry *entry) {
    for (;;) {
        errno = 0;
        struct dirent *found = readdir(stream);
        if (!found && errno == EINTR) continue;
        if (!found) return -(intptr_t)errno;
        if (is_special(found->d_name)) continue;
        entry->name = found->d_name;
        entry->length = strlen(found->d_name);
        entry->mode = DTTOIF(found->d_type);
        if (found->d_type != DT_UNKNOWN) return 1;
        // Only a few file systems omit the kind, and need another call.
        struct footing_status status;
        intptr_t result = footing_fstatat(dirfd(stream), found->d_name, false, &status);
        if (result == -ENOENT) continue;
        if (result == 0) entry->mode = status.mode;
        return 1;
    }
}

void footing_closedir(void *stream) { closedir(stream); }

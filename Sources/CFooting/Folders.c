#include "Folders.h"

#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

// struct footing_folder is the C library's DIR, under a name that Swift can import.
static DIR *stream(struct footing_folder *folder) { return (DIR *)folder; }

intptr_t footing_fdopendir(int32_t folder, struct footing_folder **opened) {
    DIR *entries = fdopendir(folder);
    if (!entries) {
        int error = errno;
        close(folder);
        return -(intptr_t)error;
    }
    *opened = (struct footing_folder *)entries;
    return 0;
}

static bool is_special(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

intptr_t footing_readdir(struct footing_folder *folder, struct footing_folder_entry *entry) {
    for (;;) {
        errno = 0;
        struct dirent *found = readdir(stream(folder));
        if (!found && errno == EINTR) continue;
        if (!found) return -(intptr_t)errno;
        if (is_special(found->d_name)) continue;
        entry->name = found->d_name;
        entry->length = strlen(found->d_name);
        entry->kind = footing_kind_other;
        if (found->d_type == DT_REG) entry->kind = footing_kind_file;
        if (found->d_type == DT_DIR) entry->kind = footing_kind_folder;
        if (found->d_type == DT_LNK) entry->kind = footing_kind_link;
        if (found->d_type != DT_UNKNOWN) return 1;
        // Only a few file systems omit the kind, and need another call.
        struct footing_status status;
        intptr_t result = footing_fstatat(dirfd(stream(folder)), found->d_name, false, &status);
        if (result == -ENOENT) continue;
        if (result == 0) entry->kind = status.kind;
        return 1;
    }
}

int32_t footing_dirfd(struct footing_folder *folder) { return dirfd(stream(folder)); }

void footing_closedir(struct footing_folder *folder) { closedir(stream(folder)); }

#include "Folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// struct footing_folder is the C library's DIR, under a name that Swift can import.
static DIR *stream(struct footing_folder *folder) { return (DIR *)folder; }

static intptr_t kind_in(int directory, const char *name) {
    struct stat facts;
    while (fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) < 0) {
        if (errno != EINTR) return -(intptr_t)errno;
    }
    if (S_ISREG(facts.st_mode)) return footing_kind_file;
    if (S_ISDIR(facts.st_mode)) return footing_kind_folder;
    return S_ISLNK(facts.st_mode) ? footing_kind_link : footing_kind_other;
}

intptr_t footing_kind_at(const char *path) { return kind_in(AT_FDCWD, path); }

intptr_t footing_folder_open(const char *path, struct footing_folder **folder) {
    int descriptor;
    do {
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    } while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0) return -(intptr_t)errno;
    DIR *opened = fdopendir(descriptor);
    if (!opened) {
        int error = errno;
        close(descriptor);
        return -(intptr_t)error;
    }
    *folder = (struct footing_folder *)opened;
    return 0;
}

static bool is_special(const char *name) {
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

intptr_t footing_folder_next(struct footing_folder *folder, struct footing_folder_entry *entry) {
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
        intptr_t kind = kind_in(dirfd(stream(folder)), found->d_name);
        if (kind == -ENOENT) continue;
        if (kind >= 0) entry->kind = (enum footing_kind)kind;
        return 1;
    }
}

void footing_folder_close(struct footing_folder *folder) { closedir(stream(folder)); }

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#if defined(__linux__) && !defined(SYS_getxattrat) && \
    (defined(__x86_64__) || defined(__i386__) || defined(__aarch64__) || defined(__arm__) || defined(__riscv))
// Linux has this call since 6.13, but many C libraries don't define its number yet.
#define SYS_getxattrat 464
#endif

#if defined(SYS_getxattrat)

#include <stdatomic.h>

// The kernel's structure, whose size is an argument of the call.
struct arguments {
    _Alignas(8) uint64_t value;
    uint32_t size;
    uint32_t flags;
};

// Whether the call is known to be missing. Concurrent writes store the same value.
static atomic_bool is_missing;

// Whether an error means that the call is missing in the kernel or blocked by a sandbox.
//
// Sandboxes often return EPERM, but file systems can, too. Without its arguments, an available call
// returns EINVAL before it accesses anything.
static bool says_missing(int error) {
    if (error != ENOSYS && error != EPERM) return false;
    return syscall(SYS_getxattrat, -1, "", 0, "", NULL, (size_t)0) < 0 && errno != EINVAL;
}

intptr_t footing_folder_get(struct footing_folder *folder, const char *file, const char *name,
                            void *buffer, size_t size) {
    if (atomic_load_explicit(&is_missing, memory_order_relaxed)) return -ENOSYS;
    int directory = dirfd(stream(folder));
    // The size field has four bytes, which is more than any value needs.
    struct arguments arguments = {
        (uint64_t)(uintptr_t)buffer, size > UINT32_MAX ? UINT32_MAX : (uint32_t)size, 0};
    for (;;) {
        long count = syscall(SYS_getxattrat, directory, file, AT_SYMLINK_NOFOLLOW, name, &arguments,
                             sizeof arguments);
        if (count >= 0) return count;
        int error = errno;
        if (error == EINTR) continue;
        if (!says_missing(error)) return -(intptr_t)error;
        atomic_store_explicit(&is_missing, true, memory_order_relaxed);
        return -ENOSYS;
    }
}

#else

intptr_t footing_folder_get(struct footing_folder *folder, const char *file, const char *name,
                            void *buffer, size_t size) {
    return -ENOSYS;
}

#endif

// Preloaded into a test process: plays another process that takes the file “link” away from its
// folder, and puts it back, between the system calls of a save.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char link_name[] = "link";
static int first_call = 1, last_call, calls;
static bool has_stand_in;
static long count;

// Hides the link during the calls numbered from `first` to `last`, counted from 1 anew. A file
// “stand-in” takes its name meanwhile, if asked for.
void footing_vanish_during(int first, int last, bool stand_in) {
    first_call = first;
    last_call = last;
    has_stand_in = stand_in;
    calls = 0;
}

// How often the link was hidden.
long footing_vanished(void) { return count; }

static bool vanish(int folder, const char *name) {
    if (strcmp(name, link_name) != 0) return false;
    calls++;
    if (calls < first_call || calls > last_call) return false;
    if (renameat(folder, link_name, folder, "away") < 0) return false;
    if (has_stand_in) renameat(folder, "stand-in", folder, link_name);
    count++;
    return true;
}

static void come_back(int folder) {
    if (has_stand_in) renameat(folder, link_name, folder, "stand-in");
    renameat(folder, "away", folder, link_name);
}

// Makes the real call, while the link is hidden if it is its turn.
#define PLAYED(folder, name, call)               \
    bool has_vanished = vanish(folder, name);    \
    __auto_type result = (call);                 \
    if (has_vanished) come_back(folder);         \
    return result;

int fstatat(int folder, const char *restrict name, struct stat *restrict facts, int flags) {
    int (*real)(int, const char *, struct stat *, int) = dlsym(RTLD_NEXT, "fstatat");
    PLAYED(folder, name, real(folder, name, facts, flags))
}

ssize_t readlinkat(int folder, const char *restrict name, char *restrict buffer, size_t size) {
    ssize_t (*real)(int, const char *, char *, size_t) = dlsym(RTLD_NEXT, "readlinkat");
    PLAYED(folder, name, real(folder, name, buffer, size))
}

int openat(int folder, const char *name, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    int mode = flags & O_CREAT ? va_arg(arguments, int) : 0;
    va_end(arguments);
    int (*real)(int, const char *, int, ...) = dlsym(RTLD_NEXT, "openat");
    PLAYED(folder, name, real(folder, name, flags, mode))
}

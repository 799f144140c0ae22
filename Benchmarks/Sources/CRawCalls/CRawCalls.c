#include "CRawCalls.h"

#include <string.h>

#ifdef __APPLE__
#include <malloc/malloc.h>
#else
#include <malloc.h>
#endif

void *raw_read_measured(const char *path, const char *name, size_t *count) {
    ssize_t size = raw_getxattr(path, name, NULL, 0);
    if (size < 0) return NULL;
    void *value = malloc((size_t)size + 1);
    ssize_t result = value ? raw_getxattr(path, name, value, (size_t)size) : -1;
    if (result < 0) {
        free(value);
        return NULL;
    }
    *count = (size_t)result;
    return value;
}

static int compare(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

char **raw_names(const char *path) {
    char list[4096];
    ssize_t size = raw_listxattr(path, list, sizeof list);
    if (size < 0) return NULL;
    size_t count = 0;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(list + at) + 1) count++;
    char **names = calloc(count + 1, sizeof *names);
    if (!names) return NULL;
    count = 0;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(list + at) + 1)
        names[count++] = strdup(list + at);
    qsort(names, count, sizeof *names, compare);
    return names;
}

void raw_free_names(char **names) {
    for (char **name = names; *name; name++) free(*name);
    free(names);
}

int raw_copy(const char *from, const char *to) {
    char list[4096], value[4096];
    int count = 0;
    ssize_t size = raw_listxattr(from, list, sizeof list);
    if (size < 0) return -1;
    for (ssize_t at = 0; at < size; at += (ssize_t)strlen(list + at) + 1) {
        ssize_t length = raw_getxattr(from, list + at, value, sizeof value);
        if (length < 0 || raw_setxattr(to, list + at, value, (size_t)length) != 0) return -1;
        count++;
    }
    return count;
}

int64_t raw_allocated_bytes(void) {
#if defined(__APPLE__)
    return (int64_t)mstats().bytes_used;
#elif defined(__GLIBC__)
    // Of all arenas, whatever the manual page says.
    struct mallinfo2 information = mallinfo2();
    return (int64_t)(information.uordblks + information.hblkhd);
#else
    return -1;
#endif
}

#define _GNU_SOURCE
#include "CProcess.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static _Atomic long offset;
// The offset in the time that the thread has read last, from which it computes deadlines.
static _Thread_local long offset_read;

void set_clock_offset(long seconds) { offset = seconds; }

int add_closing(posix_spawn_file_actions_t *actions) {
    return posix_spawn_file_actions_addclosefrom_np(actions, 3);
}

// The next functions replace those of the C library in all libraries of the process, since the
// program comes first when names are looked up.

int clock_gettime(clockid_t clock, struct timespec *time) {
    long result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += offset_read = offset;
    return (int)result;
}

int gettimeofday(struct timeval *time, void *zone) {
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    *time = (struct timeval){now.tv_sec, now.tv_nsec / 1000};
    return result;
}

time_t time(time_t *time) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (time) *time = now.tv_sec;
    return now.tv_sec;
}

// Missing without a sanitizer, and otherwise the function that tells the sanitizer of the wait.
__attribute__((weak)) int __interceptor_sem_timedwait(sem_t *, const struct timespec *);

/// Dispatch waits until a time of the clock, which the kernel compares with that of the system.
int sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
    struct timespec real = {deadline->tv_sec - offset_read, deadline->tv_nsec};
    if (__interceptor_sem_timedwait) return __interceptor_sem_timedwait(semaphore, &real);
    return sem_clockwait(semaphore, CLOCK_REALTIME, &real);
}

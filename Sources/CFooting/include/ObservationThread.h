#ifndef FOOTING_OBSERVATION_THREAD_H
#define FOOTING_OBSERVATION_THREAD_H

#include <stdint.h>

// The observation state of one thread; all zero until the thread changes it.
struct footing_observation {
    // The evaluation that records which properties are read, or null.
    void *_Nullable reading;
    // The cascade of the deliveries on this thread, or null; the state owns one retain.
    void *_Nullable cascade;
    // The number of nested deliveries under way.
    uintptr_t depth;
    // The number of nested batches under way.
    uintptr_t batches;
    // The lowest stack address at which another delivery may begin; 0 if not computed yet.
    uintptr_t lowest_address;
};

extern __thread struct footing_observation footing_observation_thread_state;

// The state of the calling thread. Don't keep the pointer: after a suspension, the code may run on
// another thread.
static inline struct footing_observation *_Nonnull footing_observation_of_thread(void) {
    return &footing_observation_thread_state;
}

// The evaluation that the calling thread runs, or null.
static inline void *_Nullable footing_observation_reading(void) {
    return footing_observation_thread_state.reading;
}

#endif

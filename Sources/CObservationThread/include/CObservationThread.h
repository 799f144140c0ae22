#ifndef FOOTING_OBSERVATION_THREAD_H
#define FOOTING_OBSERVATION_THREAD_H

#include <stdint.h>

// The state of observation on one thread. It is all zero until the thread changes it.
struct footing_observation {
    // The evaluation that notes which properties are read, or null.
    void *_Nullable reading;
    // The cascade that the deliveries of this thread belong to, or null; it owns one reference.
    void *_Nullable cascade;
    // The number of deliveries under way, each within the one before.
    uintptr_t depth;
    // The number of batches under way, each within the one before.
    uintptr_t batches;
    // The address that the stack must not go below in a further delivery; 0 if it is not known yet.
    uintptr_t lowest_address;
};

extern __thread struct footing_observation footing_observation_thread_state;

// The state of the calling thread. Don't keep the pointer: the next call may run on another thread.
static inline struct footing_observation *_Nonnull footing_observation_of_thread(void) {
    return &footing_observation_thread_state;
}

// The evaluation that the calling thread runs, or null.
static inline void *_Nullable footing_observation_reading(void) {
    return footing_observation_thread_state.reading;
}

#endif

#include "ObservationThread.h"

__thread struct footing_observation footing_observation_thread_state;

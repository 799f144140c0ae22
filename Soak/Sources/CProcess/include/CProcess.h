#include <spawn.h>

/// Adds a number of seconds to the clock of this process, which libraries read as well.
///
/// The clock of the system is not changed, nor are clocks that measure intervals.
void set_clock_offset(long seconds);

/// Makes a child process close its descriptors from 3 on, which the module Glibc can't call.
int add_closing(posix_spawn_file_actions_t *actions);

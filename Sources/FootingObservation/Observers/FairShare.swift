import Dispatch

/// The number of other threads' changes that a thread delivers before another thread continues.
let fairShare = 1_000

/// Returns a queue that gets its own thread, even while all threads of the global queues are busy.
func makeThreadQueue() -> DispatchQueue { DispatchQueue(label: "ObservedValue") }

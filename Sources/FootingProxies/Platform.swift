import Foundation

/// Gives the calling thread a name for tools; Linux keeps 15 bytes.
///
/// On Linux, Foundation may set a thread's name only after the thread has begun; elsewhere, it is
/// always set in time.
func nameCurrentThread(_ name: String) {
    #if os(Linux)
    let file = FileHandle(forWritingAtPath: "/proc/thread-self/comm")
    try? file?.write(contentsOf: Data(name.utf8))
    #endif
}

extension RunLoop {
    /// Wakes the thread of the loop, which does not detect a block added by `perform`.
    func wake() {
        #if canImport(Darwin)
        CFRunLoopWakeUp(getCFRunLoop())
        #else
        add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .common)
        #endif
    }
}

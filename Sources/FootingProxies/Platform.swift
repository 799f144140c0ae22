#if canImport(CDispatch)
import CDispatch
#else
import Dispatch
#endif
import Foundation
import Synchronization

/// Whether the calling thread runs no queue's code, told without asking any queue.
///
/// A false answer says little: a platform that labels its threads differently always gives it.
var currentThreadHasNoQueue: Bool { currentQueueLabel() == labelOfNoQueue }

/// Where the label of the queue that runs now is stored.
private func currentQueueLabel() -> UInt {
    #if canImport(CDispatch)
    unsafe UInt(bitPattern: dispatch_queue_get_label(nil))
    #else
    unsafe UInt(bitPattern: __dispatch_queue_get_label(nil))
    #endif
}

/// Where the label is stored that a thread without a queue is told.
///
/// It is that of a root queue which no code can run on, and no two queues store theirs in one place,
/// unless it is empty. A thread of our own is asked, once: nothing else is sure to have no queue.
private let labelOfNoQueue: UInt = {
    final class Answer: Sendable {
        let label = Atomic<UInt>(0)
        let given = DispatchSemaphore(value: 0)
    }
    let answer = Answer()
    Thread.detachNewThread {
        answer.label.store(currentQueueLabel(), ordering: .releasing)
        answer.given.signal()
    }
    answer.given.wait()
    return answer.label.load(ordering: .acquiring)
}()

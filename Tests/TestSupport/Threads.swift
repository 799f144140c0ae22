import Foundation

/// The thread that asks.
package var thisThread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// Begins `body` on a thread of its own, and returns a gate that is open when it has returned.
package func startThread(
    stackSize: Int = 8 << 20,
    _ body: @escaping @Sendable () -> Void
) -> Gate {
    let done = Gate()
    let thread = Thread {
        body()
        done.open()
    }
    thread.stackSize = stackSize
    thread.start()
    return done
}

/// Runs `body` on a thread of its own, and fails the test if it does not come back.
package func onThread(
    stackSize: Int = 8 << 20,
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping @Sendable () -> Void
) {
    startThread(stackSize: stackSize, body).pass(file: file, line: line)
}

/// Runs `body` on a thread of its own, and suspends until it has returned.
package func onThread<Output: Sendable>(
    _ body: @escaping @Sendable () -> Output
) async -> Output {
    await withCheckedContinuation { answer in
        Thread.detachNewThread { answer.resume(returning: body()) }
    }
}

/// Runs asynchronous code from a test that is none, and fails the test if it does not come back.
package func inTask(
    file: StaticString = #filePath,
    line: UInt = #line,
    _ body: @escaping @Sendable () async -> Void
) {
    let done = Gate()
    Task {
        await body()
        done.open()
    }
    done.pass(file: file, line: line)
}

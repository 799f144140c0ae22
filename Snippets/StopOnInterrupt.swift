// Ends a program at Ctrl-C when its jobs have ended, and removes their files.
//
// Run it with `swift run StopOnInterrupt`, and press Ctrl-C.

import Dispatch
import FootingOperations
import Foundation

/// Cancels a task at the first Ctrl-C; the second one ends the process at once.
func cancelOnInterrupt(_ task: Task<Void, any Error>) -> any DispatchSourceSignal {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT)
    source.setEventHandler {
        signal(SIGINT, SIG_DFL)
        task.cancel()
    }
    source.activate()
    return source
}

let folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)

let queue = FutureQueue(maxConcurrentJobs: 2)
let work = Task {
    let pages = (1...40).map { number in
        queue.submit {
            Thread.sleep(forTimeInterval: 0.05)
            try Data("page \(number)".utf8).write(to: folder.appending(path: "\(number)"))
        }
    }
    for page in pages { try await page.value }
}
let interrupts = cancelOnInterrupt(work)
let result = await work.result

// Here, since the task that was cancelled can't wait any more.
interrupts.cancel()
queue.cancelAll()
_ = await queue.drain().outcome
try FileManager.default.removeItem(at: folder)

if work.isCancelled { exit(130) }  // 128 + SIGINT, as a shell reports it
try result.get()
print("40 pages")

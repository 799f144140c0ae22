// Delays calls, cancels them, waits for their results, and skips calls to released objects.
//
//     swift run DelayCalls

import Dispatch
import FootingProxies
import Foundation

@MainActor final class Panel {
    var title = "" {
        didSet { print("panel “\(title)”") }
    }
}

final class Journal: @unchecked Sendable {
    private var lines: [String] = []

    var count: Int { lines.count }

    func append(_ line: String) throws(Full) {
        guard lines.count < 2 else { throw Full() }
        lines.append(line)
    }

    struct Full: Error {}
}

extension Panel: Invocable {}
extension Journal: Invocable {}

let panel = Panel()
let journal = Journal()
let files = DispatchQueue(label: "files")

// A hint that is shown only if counting takes long.
let hint = panel.on(.main).submit(delay: .milliseconds(300)) {
    $0.title = "Still counting"
}
let counting = journal.on(.queue(files)).submit { $0.count }
print("\(try counting.wait(timeout: .seconds(5))) lines")
hint.cancel()

// The error of a call is kept until it is read.
let entries = journal.on(.queue(files))
let additions = ["opened", "read", "closed"].map { line in
    entries.submit { try $0.append(line) }
}
for addition in additions {
    do {
        try addition.wait()
        print("added")
    } catch let error as InvocationError {
        print(error.code)
    } catch {
        print("the journal is full")
    }
}

// A cancelled call has not run and never will.
files.suspend()
let late = entries.submit { $0.count }
print(late.cancel())  // true
files.resume()
do {
    print(try late.wait())
} catch {
    print(error)  // … the call was cancelled, or its object was gone, before it began
}

// A call that does not retain its object.
func remind() -> PendingCall<Void> {
    let draft = Journal()
    return draft.on(.queue(files)).weak.submit(delay: .milliseconds(20)) { draft in
        print("\(draft.count) lines are not saved")
    }
}

do {
    try remind().wait()
} catch {
    print(error)  // … the call was cancelled, or its object was gone, before it began
}

// In asynchronous code.
func countLater() async {
    do {
        let count = try await entries.submit(delay: .milliseconds(20)) { $0.count }.value
        print("\(count) lines")  // 2 lines

        let patient = Task { try await entries.submit(delay: .seconds(3600)) { $0.count }.value }
        patient.cancel()
        print(try await patient.value)
    } catch let error as InvocationError {
        print(error.code)  // cancelled
    } catch {
        print(error)
    }
}

Task {
    await countLater()
    // Calls with equal delays keep their order.
    let steps = (1...3).map { number in
        panel.on(.main).submit(delay: .milliseconds(20)) { $0.title = "step \(number)" }
    }
    for step in steps { try? await step.value }
    exit(0)
}
dispatchMain()

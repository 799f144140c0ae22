import Dispatch
import FootingProxies
import XCTest

final class InvocableTests: XCTestCase {
    // Unchecked: the test touches it on its queue alone.
    final class Note: NSObject, @unchecked Sendable {
        var text = ""
    }

    @MainActor
    class Panel: NSObject {
        var text = ""
    }

    final class LargePanel: Panel {}

    func testSubclassOfNSObjectIsInvocableWithoutALine() {
        let queue = DispatchQueue(label: "notes")
        let note = Note()
        note.on(.queue(queue)).text = "kept"
        XCTAssertEqual(note.on(.queue(queue)).sync { $0.text }, "kept")
    }

    func testIsolatedSubclassOfNSObjectIsInvocableFromAnywhere() async {
        let panel = await LargePanel()
        await Task.detached { panel.on(.main) { $0.text = "shown" } }.value
        let text = await panel.on(.main).run { $0.text }
        XCTAssertEqual(text, "shown")
    }
}

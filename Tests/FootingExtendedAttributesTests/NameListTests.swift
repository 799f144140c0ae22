import XCTest

@testable import FootingExtendedAttributes

/// Lists of names that no file system here returns.
final class NameListTests: XCTestCase {
    func testNamesAreInOrderAndNoneTwice() {
        XCTAssertEqual(names(in: ""), [])
        XCTAssertEqual(names(in: "user.a\0"), ["user.a"])
        XCTAssertEqual(
            names(in: "user.b\0user.a\0user.b\0user.ab\0user.a\0user.b\0"),
            ["user.a", "user.ab", "user.b"]
        )
        XCTAssertEqual(
            names(in: "user.\u{E9}\0user.e\u{301}\0"),
            ["user.e\u{301}", "user.\u{E9}"]
        )
    }

    func testTextWithoutAnEndIsNoName() {
        XCTAssertEqual(names(in: "user.a\0user.b"), ["user.a"])
    }

    func testEmptyNamesAreLeftOut() {
        XCTAssertEqual(names(in: "\0"), [])
        XCTAssertEqual(names(in: "\0\0\0user.b\0\0user.a\0\0"), ["user.a", "user.b"])
    }

    func testNamesOutsideTheNamespaceAreLeftOut() {
        let list = "user.b\0trusted.a\0user\0user.\0system.user.c\0user.a\0"

        XCTAssertEqual(names(in: list, of: .user), ["user.", "user.a", "user.b"])
        XCTAssertEqual(names(in: list, of: .trusted), ["trusted.a"])
        XCTAssertEqual(names(in: list, of: .security), [])
        XCTAssertEqual(names(in: list, of: .other), ["user"])
    }

    func testThousandsOfNamesInAnyOrderAreOrdered() {
        let texts = (0..<5_000).map { "user.\($0 * 7_919 % 5_000)" }

        let found = names(in: texts.map { $0 + "\0" }.joined())

        XCTAssertEqual(found.map(\.string), texts.sorted())
    }

    func testNameThatOutlivesItsListIsWhole() {
        let name = names(in: "user.a\0user.caf\u{E9}\0user.z\0")[1]

        XCTAssertEqual(name.bytes, Array("user.caf\u{E9}".utf8))
        XCTAssertEqual(name.string, "user.caf\u{E9}")
        XCTAssertEqual(name.description, "user.caf\u{E9}")
        XCTAssertEqual(name, "user.caf\u{E9}")
        XCTAssertEqual(Set([name, "user.caf\u{E9}"]).count, 1)
        XCTAssertLessThan("user.a", name)
    }

    private func names(
        in list: String,
        of namespace: ExtendedAttributeName.Namespace? = nil
    ) -> [ExtendedAttributeName] {
        unsafe Array(list.utf8).withUnsafeBytes {
            unsafe [ExtendedAttributeName](list: $0, of: namespace)
        }
    }
}

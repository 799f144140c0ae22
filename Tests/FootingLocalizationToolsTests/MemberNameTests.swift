import FootingLocalization
import FootingLocalizationMembers
import XCTest

final class MemberNameTests: XCTestCase {
    func testNamesAreThoseOfXcode() {
        let rows = [
            ("OK", "ok"), ("Ok", "ok"), ("Allow uploads", "allowUploads"),
            ("URLTitle", "urlTitle"), ("iPhone", "iPhone"), ("HTML5Parser", "html5Parser"),
            ("settings.pay.add_job.title", "settingsPayAddJobTitle"), ("books-left", "booksLeft"),
            ("minutes %lld", "minutes"), ("%lld minutes", "minutes"), ("%2$@ of %1$@", "of"),
            ("%(count)lld Books", "books"), ("1st", "_1st"),
            ("Überschrift", "überschrift"), ("class", "class"), ("A", "a"),
            ("later URLs", "laterURLs"),
            ("", ""), ("%@ – …", ""),
        ]
        for (key, name) in rows { XCTAssertEqual(StringTable.memberName(of: key), name, key) }
    }
}

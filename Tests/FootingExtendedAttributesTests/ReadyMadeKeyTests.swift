import FootingExtendedAttributes
import Foundation
import XCTest

final class ReadyMadeKeyTests: XCTestCase {
    func testNamesAreThoseOfOtherPrograms() {
        #if canImport(Darwin)
        let apple = ""
        #else
        let apple = "user."
        #endif
        let rows: [(ExtendedAttributeName, String)] = [
            (ExtendedAttributeKey.mimeType.name, "user.mime_type"),
            (ExtendedAttributeKey.charset.name, "user.charset"),
            (ExtendedAttributeKey.creator.name, "user.creator"),
            (ExtendedAttributeKey.comment.name, "user.xdg.comment"),
            (ExtendedAttributeKey.language.name, "user.xdg.language"),
            (ExtendedAttributeKey.publisher.name, "user.xdg.publisher"),
            (ExtendedAttributeKey.originEmailSubject.name, "user.xdg.origin.email.subject"),
            (ExtendedAttributeKey.originEmailSender.name, "user.xdg.origin.email.from"),
            (ExtendedAttributeKey.originEmailMessageID.name, "user.xdg.origin.email.message-id"),
            (ExtendedAttributeKey.tags.name, "user.xdg.tags"),
            (ExtendedAttributeKey.originURL.name, "user.xdg.origin.url"),
            (ExtendedAttributeKey.referrerURL.name, "user.xdg.referrer.url"),
            (ExtendedAttributeKey.whereFroms.name, apple + "com.apple.metadata:kMDItemWhereFroms"),
            (ExtendedAttributeKey.finderTags.name, apple + "com.apple.metadata:_kMDItemUserTags"),
            (
                ExtendedAttributeKey.finderComment.name,
                apple + "com.apple.metadata:kMDItemFinderComment"
            ),
            (ExtendedAttributeKey.quarantine.name, apple + "com.apple.quarantine"),
            (ExtendedAttributeKey.textEncoding.name, apple + "com.apple.TextEncoding"),
        ]
        for (name, text) in rows { XCTAssertEqual(name.string, text) }
    }

    func testTextsAndTagsAreReadBack() throws {
        let attributes = try makeFile().extendedAttributes

        try attributes.set("text/plain; charset=utf-8", for: .mimeType)
        try attributes.set("de-CH", for: .language)
        try attributes.set(["holiday", "Zürich"], for: .tags)
        try attributes.set("utf-8;134217984", for: .textEncoding)

        XCTAssertEqual(try attributes.value(for: .mimeType), "text/plain; charset=utf-8")
        XCTAssertEqual(try attributes.value(for: .language), "de-CH")
        XCTAssertEqual(try attributes.value(for: .tags), ["holiday", "Zürich"])
        XCTAssertEqual(try attributes.data(for: "user.xdg.tags"), Data("holiday,Zürich".utf8))
        XCTAssertEqual(try attributes.value(for: .textEncoding), "utf-8;134217984")
    }

    func testCredentialsAndFragmentsOfAddressesAreNotStored() throws {
        let attributes = try makeFile().extendedAttributes
        let rows = [
            ("https://example.com/a.zip", "https://example.com/a.zip"),
            ("https://example.com", "https://example.com"),
            ("https://ada:secret@example.com/a.zip", "https://example.com/a.zip"),
            ("https://ada@example.com:8080/a?b=c@d#e", "https://example.com:8080/a?b=c@d"),
            ("https://:secret@example.com/", "https://example.com/"),
            ("https://@example.com/", "https://example.com/"),
            ("https://example.com/@a/b:c@d", "https://example.com/@a/b:c@d"),
            ("https://example.com?a@b", "https://example.com?a@b"),
            ("https://a:b%40c@[2001:db8::1]:80/x", "https://[2001:db8::1]:80/x"),
            ("ftp://ada:secret@example.com", "ftp://example.com"),
            ("https://example.com/#@secret", "https://example.com/"),
            ("https://example.com/a%20b?c=%C3%A9", "https://example.com/a%20b?c=%C3%A9"),
            ("mailto:ada@example.com#x", "mailto:ada@example.com"),
            ("file:///home/ada/a.txt", "file:///home/ada/a.txt"),
        ]

        for (given, stored) in rows {
            let url = try XCTUnwrap(URL(string: given), given)
            try attributes.set(url, for: .originURL)
            XCTAssertEqual(
                try attributes.data(for: "user.xdg.origin.url"),
                Data(stored.utf8),
                given
            )
            XCTAssertEqual(try attributes.value(for: .originURL)?.absoluteString, stored, given)
            try attributes.set(url, for: .referrerURL)
            XCTAssertEqual(try attributes.value(for: .referrerURL)?.absoluteString, stored, given)
        }
        let base = try XCTUnwrap(URL(string: "https://ada:secret@example.com/a/b"))
        try attributes.set(try XCTUnwrap(URL(string: "../c#d", relativeTo: base)), for: .originURL)
        XCTAssertEqual(
            try attributes.data(for: "user.xdg.origin.url"),
            Data("https://example.com/c".utf8)
        )
    }

    func testStoredAddressIsReadAsItIs() throws {
        let attributes = try makeFile().extendedAttributes
        let text = "https://ada:secret@example.com/a#b"

        try attributes.set(text.utf8, for: "user.xdg.origin.url")

        let url = try XCTUnwrap(attributes.value(for: .originURL))
        XCTAssertEqual(url.absoluteString, text)
        try attributes.set(url, for: .originURL)
        XCTAssertEqual(
            try attributes.data(for: "user.xdg.origin.url"),
            Data("https://example.com/a".utf8)
        )
    }

    func testTextsThatAreNoAbsoluteAddressesAreRefused() throws {
        let store = try StoredValue(of: self)
        for text in [
            "", "a.zip", "/a.zip", "//example.com/a", "https://example.com/a b",
            "https://example.com/%zz", "https://example.com/\u{E9} b", "n\u{E9}: buy milk",
            "https://example.com/\0",
            "https://example.com/\n",
        ] {
            try store.attributes.set(text.utf8, for: "user.xdg.origin.url")
            let error = assertFailure(
                .undecodableValue,
                try store.attributes.value(for: .originURL),
                text
            )
            XCTAssertEqual(error?.description.contains("example.com/a"), false)
        }
        let relative = try XCTUnwrap(URL(string: "a/secret.zip"))
        let error = assertFailure(
            .unencodableValue,
            try store.attributes.set(relative, for: .originURL)
        )
        let sentence = try XCTUnwrap(error?.description)
        XCTAssertTrue(sentence.contains("an absolute URL"), sentence)
        XCTAssertFalse(sentence.contains("secret"), sentence)
    }

    func testAddressesWithCharactersOutsideOfASCIIAreRead() throws {
        let attributes = try makeFile().extendedAttributes
        for (stored, read) in [
            ("https://example.com/grüße", "https://example.com/gr%C3%BC%C3%9Fe"),
            (
                "https://example.com/a%20ü?q=語#é",
                "https://example.com/a%20%C3%BC?q=%E8%AA%9E#%C3%A9"
            ),
        ] {
            try attributes.set(stored.utf8, for: "user.xdg.origin.url")

            let url = try XCTUnwrap(attributes.value(for: .originURL))
            XCTAssertEqual(url.absoluteString, read)
            try attributes.set(url, for: .originURL)
            let written = try XCTUnwrap(attributes.data(for: "user.xdg.origin.url"))
            XCTAssertEqual(
                String(decoding: written, as: UTF8.self),
                read.components(separatedBy: "#")[0]
            )
        }
        try attributes.set("http://é.com/".utf8, for: "user.xdg.origin.url")
        XCTAssertNotNil(try attributes.value(for: .originURL))
    }

    func testTagsOfOtherProgramsAreReadAndStrictOnesWritten() throws {
        let attributes = try makeFile().extendedAttributes
        let rows: [(stored: String, tags: [String])] = [
            ("a, b,,c", ["a", "b", "c"]), ("a,b", ["a", "b"]), ("", []), (",", []), (" ", []),
            ("\ta \n, b c ,", ["a", "b c"]), ("\u{A0}a", ["\u{A0}a"]),
            ("a,\u{301}", ["a", "\u{301}"]),
        ]
        for (stored, tags) in rows {
            try attributes.set(stored.utf8, for: "user.xdg.tags")
            XCTAssertEqual(try attributes.value(for: .tags), tags, stored)
            try attributes.set(tags, for: .tags)
            let written = try attributes.data(for: "user.xdg.tags")
            XCTAssertEqual(written, Data(tags.joined(separator: ",").utf8), stored)
            XCTAssertEqual(try attributes.value(for: .tags), tags, stored)
        }
        for tags in [[""], ["a", ""], [" a"], ["a\n"], ["a,b"]] {
            assertFailure(.unencodableValue, try attributes.set(tags, for: .tags), "\(tags)")
        }
        try attributes.set("a, b".utf8, for: "user.xdg.tags")
        let strict = ExtendedAttributeKey<[String]>("user.xdg.tags", as: .commaSeparated)
        XCTAssertEqual(try attributes.value(for: strict), ["a", " b"])
    }

    func testTagsInXMLAndTextAreReadAndWrittenInBinary() throws {
        let attributes = try makeFile().extendedAttributes
        let name = ExtendedAttributeKey.finderTags.name
        let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">"
        let rows: [(stored: String, tags: [String])] = [
            (#"("Red\n6", Work)"#, ["Red\n6", "Work"]), ("( )", []), ("()\n", []),
            (#"/* tags */ ( "a b", 'c"d', "\U00e9", ) // end"#, ["a b", "c\"d", "é"]),
            (
                head + "<array><string>Red\n6</string><string>A &amp; B</string></array></plist>",
                ["Red\n6", "A & B"]
            ),
            ("<plist><array/></plist>", []),
            ("<plist><array><string>$null</string></array></plist>", ["$null"]),
        ]
        for (stored, tags) in rows {
            try attributes.set(stored.utf8, for: name)
            XCTAssertEqual(try attributes.value(for: .finderTags), tags, stored)
            let foundation = unsafe try PropertyListSerialization.propertyList(
                from: Data(stored.utf8),
                format: nil
            )
            XCTAssertEqual(foundation as? [String], tags, stored)
            try attributes.set(tags, for: .finderTags)
            let written = try XCTUnwrap(attributes.data(for: name))
            XCTAssertEqual(written.prefix(8), Data("bplist00".utf8), stored)
            XCTAssertEqual(try attributes.value(for: .finderTags), tags, stored)
        }
        let marks = "e" + String(repeating: "\u{301}", count: 257)
        for stored in [
            "", "Red", "(a b)", "(a", "(a,,b)", "(a) b", "((a))", "(a; b)", "(\"a)", "{a = b;}",
            "(a) /* open", "(\"\\Ud800\")", "<plist><array><integer>1</integer></array></plist>",
            "<plist><array><string>a</string>", "<plist><string>a</string></plist>",
            "(\"\(marks)\")", "<plist><array><string>\(marks)</string></array></plist>",
        ] {
            try attributes.set(stored.utf8, for: name)
            assertFailure(.undecodableValue, try attributes.value(for: .finderTags), stored)
        }
        assertFailure(.unencodableValue, try attributes.set([marks], for: .finderTags))
        for stored in ["\"a note\"", "<plist><string>a note</string></plist>"] {
            try attributes.set(stored.utf8, for: ExtendedAttributeKey.finderComment.name)
            XCTAssertEqual(try attributes.value(for: .finderComment), "a note")
        }
        try attributes.set("(\"https://a.b/c\")".utf8, for: ExtendedAttributeKey.whereFroms.name)
        XCTAssertEqual(try attributes.value(for: .whereFroms), ["https://a.b/c"])
    }

    func testAppleValuesAreTheFormsOfApple() throws {
        let attributes = try makeFile().extendedAttributes
        try attributes.set(
            [
                "https://ada:secret@example.com/a.zip#b", "https://ada:sec@ret@example.com?c@d",
                "Re: ada@example.com #5", "<1@mail>",
            ],
            for: .whereFroms
        )
        try attributes.set(["Red\n6", "Büro"], for: .finderTags)
        try attributes.set("a note", for: .finderComment)

        XCTAssertEqual(
            try attributes.value(for: .whereFroms),
            [
                "https://example.com/a.zip", "https://example.com?c@d", "Re: ada@example.com #5",
                "<1@mail>",
            ]
        )
        XCTAssertEqual(try attributes.value(for: .finderTags), ["Red\n6", "Büro"])
        XCTAssertEqual(try attributes.value(for: .finderComment), "a note")
        // As a program on a Mac writes a comment.
        let comment =
            Data("bplist00".utf8) + [0x56] + Data("a note".utf8) + [8, 0, 0, 0, 0, 0, 0, 1, 1]
            + Data([0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 15])
        try attributes.set(comment, for: ExtendedAttributeKey.finderComment.name)
        XCTAssertEqual(try attributes.value(for: .finderComment), "a note")
        let list = unsafe try PropertyListSerialization.propertyList(
            from: try XCTUnwrap(attributes.data(for: ExtendedAttributeKey.finderTags.name)),
            format: nil
        )
        XCTAssertEqual(list as? [String], ["Red\n6", "Büro"])
    }
}

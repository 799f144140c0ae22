import FootingMapping
import Foundation
import XCTest

/// Key paths that lead into arrays.
final class KeyPathIndexTests: XCTestCase {
    private struct City: Equatable {
        var name = ""
        var second: String?
        var latitude = 0.0
        var total = 0

        static let mapping = Mapping<City> {
            Field("results.0.name", \.name).required()
            Field("results.1.name", \.second).aliases("others.0")
            Field("results.0.position.1", \.latitude)
            Field("meta.0", \.total)
        }
    }

    func testAnIndexLeadsIntoAnArrayAndIsAKeyInAnObject() throws {
        let list = #"""
            {"results": [{"name": "Ulm", "position": [9.99, 48.4]}, {"name": "Bern"}], "meta": [7]}
            """#
        let object = #"""
            {"results": {"0": {"name": "Ulm", "position": {"1": 48.4}}, "1": {"name": "Bern"}},
             "meta": {"0": 7}}
            """#
        for json in [list, object] {
            try applying(City.mapping, to: City(), json) { city, report in
                XCTAssertEqual(city, City(name: "Ulm", second: "Bern", latitude: 48.4, total: 7))
                XCTAssertEqual(report.issues, [], json)
                XCTAssertEqual(report.appliedCount, 4)
                XCTAssertEqual(report.unknownKeyCount, 0)
            }
        }
    }

    func testAnElementThatIsNotThereIsAMissingValueWithItsIndex() throws {
        for json in [#"{"results": []}"#, #"{"results": [{}], "others": ["Rome"]}"#] {
            try applying(City.mapping, to: City(second: "x"), json) { city, report in
                XCTAssertEqual(
                    report.issues.map(\.description),
                    ["$.results[0].name: required, but missing (wanted String); kept"]
                )
                XCTAssertEqual(city.second, json.contains("Rome") ? "Rome" : "x")
            }
        }
        try applying(City.mapping, to: City(), #"{"results": {}}"#) { _, report in
            XCTAssertEqual(report.issues.map(\.path.description), ["$.results.0.name"])
        }
        // Elements are counted no further than there are some.
        let far = Mapping<City> { Field("results.9223372036854775807", \.name) }
        try applying(far, to: City(), #"{"results": ["x"]}"#) { city, report in
            XCTAssertEqual(city, City())
            XCTAssertTrue(report.isClean)
        }
    }

    func testPathsOfIssuesAndNotesShowTheIndex() throws {
        var options = MappingOptions.standard
        options.listsFields = true
        options.listsUnknownKeys = true
        let json = #"{"results": [{"name": 5, "size": 1}, {"name": []}], "meta": ["x"]}"#
        try applying(City.mapping, to: City(), json, options) { _, report in
            XCTAssertEqual(
                report.issues.map(\.path.description),
                ["$.results[1].name", "$.meta[0]"]
            )
            XCTAssertEqual(report.issues.map(\.path.jsonPointer), ["/results/1/name", "/meta/0"])
            XCTAssertEqual(
                report.notes.map(\.description),
                [
                    "$.results[0].size: unknown key (number)",
                    "$.results[0].name: converted (number to String)",
                ]
            )
        }
    }

    func testAValueThatIsNotAnArrayOrObjectIsReportedOnce() throws {
        for (json, expected) in [
            (#"{"results": 5}"#, ["$.results: wrong kind of value (number, wanted object); kept"]),
            (
                #"{"results": [5]}"#,
                ["$.results[0]: wrong kind of value (number, wanted object); kept"]
            ),
        ] {
            try applying(City.mapping, to: City(), json) { _, report in
                XCTAssertEqual(report.issues.map(\.description), expected)
            }
        }
        struct Mixed {
            var first = 0
            var count = 0
            static let mapping = Mapping<Mixed> {
                Field("list.0", \.first)
                Field("list.count", \.count)
            }
        }
        try applying(Mixed.mapping, to: Mixed(), #"{"list": [3]}"#) { mixed, report in
            XCTAssertEqual(mixed.first, 3)
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.list: wrong kind of value (array, wanted object); kept"]
            )
        }
    }

    func testLimitsHoldForTheArray() throws {
        var options = MappingOptions.standard
        options.limits.elements = 3
        try applying(City.mapping, to: City(), #"{"results": [1, 2, 3, 4]}"#, options) {
            _,
            report in
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.results: limit exceeded: elements (array, wanted object); kept"]
            )
        }
        options.limits = .standard
        options.limits.depth = 1
        let meta = Mapping<City> { Field("meta.0", \.total) }
        try applying(meta, to: City(), #"{"meta": [7]}"#, options) { _, report in
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.meta: limit exceeded: depth (array, wanted object); kept"]
            )
        }
        options.limits.depth = 2
        let json = #"{"results": [{"name": "a"}]}"#
        try applying(City.mapping, to: City(), json, options) { _, report in
            XCTAssertEqual(
                report.issues.map(\.description),
                ["$.results[0]: limit exceeded: depth (object, wanted object); kept"]
            )
        }
    }

    private struct Image: Mappable, Equatable {
        var url = ""
        static let mapping = Mapping<Image> { Field("url", \.url).required() }
    }

    func testMakeArrayFindsAListInAnElement() throws {
        let json = #"""
            {"galleries": [{"images": [{"url": "a"}, {"url": []}, {"url": "b"}]}, {"images": 5}]}
            """#
        for input in try Input.all(json) {
            func make(_ path: String) throws -> (values: [Image], report: MappingReport) {
                try input.makeArray(Image.mapping, of: Image(), at: path)
            }
            let (images, report) = try make("galleries.0.images")
            XCTAssertEqual(images.map(\.url), ["a", "b"])
            XCTAssertEqual(
                report.issues.map(\.path.description),
                ["$.galleries[0].images[1].url"]
            )
            let wrong = try make("galleries.1.images").report
            XCTAssertEqual(wrong.issues.map(\.path.description), ["$.galleries[1].images"])
            let missing = try make("galleries.2.images").report
            XCTAssertEqual(
                missing.issues.map(\.description),
                ["$.galleries[2].images: required, but missing (wanted [Image]); dropped"]
            )
        }
    }

    func testNestedObjectsAndSpelledKeysAreFoundInElements() throws {
        struct Page: Equatable {
            var image = Image()
            static let mapping = Mapping<Page> { Field("allImages.1", \.image) }
        }
        var options = MappingOptions.standard
        let json = #"{"all_images": [{}, {"url": "x"}]}"#
        options.keyStrategy = .snakeCase
        try applying(Page.mapping, to: Page(), json, options) { page, report in
            XCTAssertEqual(page.image.url, "x")
            XCTAssertTrue(report.isClean)
        }
        options.keyStrategy = .custom(KeySpelling { "_\($0)" })
        try applying(Page.mapping, to: Page(), #"{"_allImages": [1, {"_url": 5.5}]}"#, options) {
            page,
            report in
            XCTAssertEqual(page.image.url, "5.5")
            XCTAssertTrue(report.isClean)
        }
        let issue = try Page.mapping.make(
            Page(),
            json: Data(#"{"allImages": [1, {"url": []}]}"#.utf8)
        ).report.issues
        XCTAssertEqual(issue.map(\.path.description), ["$.allImages[1].url"])
    }

    func testAPathWithAnIndexIsNotWritten() throws {
        let (json, report) = City.mapping.json(from: City(name: "Ulm", total: 3))
        XCTAssertEqual(String(decoding: json, as: UTF8.self), "{}")
        let reason = "the field can't be used as declared: a key path with an index is only read"
        XCTAssertEqual(
            report.issues.map(\.description),
            [
                "$.meta[0]: \(reason) (wanted Int); dropped",
                "$.results[0].name: \(reason) (wanted String); dropped",
                "$.results[0].position[1]: \(reason) (wanted Double); dropped",
                "$.results[1].name: \(reason) (wanted String?); dropped",
            ]
        )
        struct Row {
            var first = 0
            static let mapping = Mapping<Row> { Field("0", \.first) }
        }
        let row = Row.mapping.json(from: Row(first: 5))
        XCTAssertEqual(String(decoding: row.data, as: UTF8.self), #"{"0":5}"#)
        XCTAssertTrue(row.report.isClean)
    }
}

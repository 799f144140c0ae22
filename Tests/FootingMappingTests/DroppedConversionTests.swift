import FootingMapping
import Foundation
import XCTest

/// A type that tries several conversions reports only what the last one that accepted the value
/// found.
final class DroppedConversionTests: XCTestCase {
    private struct Circle: Mappable, Equatable {
        var name = ""
        var radius = 0
        static let mapping = Mapping<Circle> {
            Field("name", \.name)
            Field("radius", \.radius)
        }
    }
    private struct Box: Mappable, Equatable {
        var name = ""
        var width = 0
        var height = 0
        static let mapping = Mapping<Box> {
            Field("name", \.name)
            Field("width", \.width)
            Field("height", \.height).required()
        }
    }
    private enum Shape: MappingConvertible, Equatable {
        case circle(Circle), box(Box), boxes([Box]), table([String: Box])

        static func converted(from source: borrowing MappingSource) -> MappingConversion<Shape> {
            let circle = Circle.converted(from: source)
            if let value = circle.value, value.radius > 0 { return circle.map { .circle($0) } }
            let circles = [Circle].converted(from: source)
            if let value = circles.value, value.count > 1 {
                if value.allSatisfy({ $0.radius > 0 }) { return circles.map { .circle($0[0]) } }
                return [Box].converted(from: source).map { .boxes($0) }
            }
            let box = Box.converted(from: source)
            if box.value != nil { return box.map { .box($0) } }
            let table = [String: Box].converted(from: source)
            if let value = table.value, !value.isEmpty { return table.map { .table($0) } }
            return box.map { .box($0) }
        }
    }
    private struct Drawing: Equatable {
        var shape: Shape = .circle(Circle())
        var shapes: [Shape] = []
        var named: [String: Shape] = [:]
        static let mapping = Mapping<Drawing> {
            Field("shape", \.shape)
            Field("shapes", \.shapes)
            Field("named", \.named)
        }
    }

    private func drawing(
        _ json: String,
        check: (Drawing, MappingReport) throws -> Void
    ) throws {
        var options = MappingOptions.standard
        options.listsFields = true
        options.listsUnknownKeys = true
        try applying(Drawing.mapping, to: Drawing(), json, options, check: check)
    }

    func testValuesOfADroppedAttemptAreNotCounted() throws {
        let box = #"{"name": "a", "width": 1, "height": 2}"#
        try drawing(#"{"shape": \#(box)}"#) { drawing, report in
            XCTAssertEqual(drawing.shape, .box(Box(name: "a", width: 1, height: 2)))
            XCTAssertEqual(report.appliedCount, 4)
            XCTAssertEqual(report.unknownKeyCount, 0)
            XCTAssertEqual(
                report.notes.map(\.path.description),
                ["$.shape.name", "$.shape.width", "$.shape.height", "$.shape"]
            )
        }
        try drawing(#"{"shapes": [\#(box), {"radius": 5}, \#(box)]}"#) { drawing, report in
            XCTAssertEqual(drawing.shapes.count, 3)
            XCTAssertEqual(report.appliedCount, 8)
            XCTAssertEqual(report.unknownKeyCount, 0)
            XCTAssertEqual(
                report.notes.map(\.path.description),
                [
                    "$.shapes[0].name", "$.shapes[0].width", "$.shapes[0].height",
                    "$.shapes[1].radius", "$.shapes[2].name", "$.shapes[2].width",
                    "$.shapes[2].height", "$.shapes",
                ]
            )
        }
        try drawing(#"{"named": {"x": \#(box), "y": \#(box)}}"#) { _, report in
            XCTAssertEqual(report.appliedCount, 7)
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
    }

    func testIssuesOfADroppedAttemptAreNotReported() throws {
        try drawing(#"{"shape": {"radius": "x", "height": 2}}"#) { drawing, report in
            XCTAssertEqual(drawing.shape, .box(Box(height: 2)))
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(report.unknownKeyCount, 1)
            XCTAssertEqual(
                report.notes.filter { $0.kind == .unknownKey }.map(\.path.description),
                ["$.shape.radius"]
            )
        }
    }

    func testAListOrDictionaryAlsoReplacesWhatWasTriedBefore() throws {
        let box = #"{"height": 2}"#
        try drawing(#"{"shape": {"name": \#(box), "radius": \#(box)}}"#) { drawing, report in
            XCTAssertEqual(
                drawing.shape,
                .table(["name": Box(height: 2), "radius": Box(height: 2)])
            )
            XCTAssertEqual(report.issues, [])
            XCTAssertEqual(report.appliedCount, 3)
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
        try drawing(#"{"shape": [\#(box), {"name": 1}]}"#) { drawing, report in
            XCTAssertEqual(drawing.shape, .boxes([Box(height: 2)]))
            XCTAssertEqual(report.issues.map(\.path.description), ["$.shape[1].height"])
            XCTAssertEqual(report.appliedCount, 2)
        }
    }

    func testAnAttemptThatWasRefusedLeavesTheAcceptedOneAsItWas() throws {
        struct Dot: MappingConvertible {
            var name = ""
            static func converted(from source: borrowing MappingSource) -> MappingConversion<Dot> {
                let circle = Circle.converted(from: source)
                if case .refused = Box.converted(from: source) {
                    return circle.map { Dot(name: $0.name) }
                }
                return .failed(.rejected)
            }
        }
        struct Page {
            var dots: [Dot] = []
            static let mapping = Mapping<Page> { Field("dots", \.dots) }
        }
        let json = #"{"dots": [{"name": "a", "radius": "x", "colour": 1}, {"name": "b"}]}"#
        try applying(Page.mapping, to: Page(), json) { page, report in
            XCTAssertEqual(page.dots.map(\.name), ["a", "b"])
            XCTAssertEqual(report.appliedCount, 3)
            XCTAssertEqual(report.issues.map(\.path.description), ["$.dots[0].radius"])
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }

    func testFieldsOfAValueThatIsRefusedAfterAllAreNotCounted() throws {
        struct Sheet {
            var circle = Circle()
            var circles: [Circle] = []
            static let mapping = Mapping<Sheet> {
                Field("round", \.circles) { (circles: [Circle]) in
                    circles.allSatisfy { $0.radius > 0 } ? circles : nil
                }
                Field("all", \.circles).validated("small") { $0.count < 2 }
                Field("named", \.circles) { (_: [String: Circle]) -> [Circle]? in nil }
            }
        }
        for key in ["round", "all"] {
            let json = #"{"\#(key)": [{"name": "a", "radius": "x"}, {"name": "b"}]}"#
            try applying(Sheet.mapping, to: Sheet(), json) { _, report in
                XCTAssertEqual(report.appliedCount, 0, key)
                XCTAssertEqual(
                    report.issues.map(\.path.description),
                    ["$.\(key)[0].radius", "$.\(key)"]
                )
            }
        }
        try applying(Sheet.mapping, to: Sheet(), #"{"named": {"a": {"name": "b"}}}"#) { _, report in
            XCTAssertEqual(report.appliedCount, 0)
            XCTAssertEqual(report.issueCount, 1)
        }
    }

    private struct Round: Decodable {
        let radius: Int
        let name: String
    }
    private struct Square: Decodable { let width: Int }
    private enum Form: Decodable {
        case round(Round), square(Square)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let round = try? container.decode(Round.self) {
                self = .round(round)
            } else {
                self = .square(try container.decode(Square.self))
            }
        }
    }

    func testKeysThatOnlyAFailedAttemptOfAnInitializerReadAreUnknown() throws {
        struct Page: Decodable { let form: Form, forms: [Form] }
        var decoder = LenientDecoder()
        decoder.options.listsUnknownKeys = true
        let json = #"{"form": {"radius": 1, "width": "2"}, "forms": [{"radius": 1, "width": 2}]}"#
        for input in try Input.all(json) {
            let (page, report) = try input.decode(Page.self, decoder)
            guard case .square(let square)? = page?.form else { return XCTFail("\(report)") }
            XCTAssertEqual(square.width, 2)
            XCTAssertEqual(report.unknownKeyCount, 2)
            XCTAssertEqual(
                report.notes.map(\.path.description),
                ["$.form.radius", "$.forms[0].radius"]
            )
            XCTAssertEqual(report.issues, [])
        }
    }
}

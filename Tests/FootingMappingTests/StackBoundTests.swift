import FootingMapping
import Foundation
import TestSupport
import XCTest

/// Checks that deeply nested input never overflows the stack of its thread, however small the stack
/// is.
final class StackBoundTests: XCTestCase {
    final class Link: Mappable, Decodable {
        var next: Link?
        static let mapping = Mapping<Link> { Field("next", \.next) }

        var levels: Int {
            var (count, link) = (0, next)
            while let inner = link { (count, link) = (count + 1, inner.next) }
            return count
        }
    }
    struct Lists: Mappable, Decodable {
        var next: [Lists] = []
        static let mapping = Mapping<Lists> { Field("next", \.next) }

        var levels: Int {
            var (count, next) = (0, next)
            while let inner = next.first { (count, next) = (count + 1, inner.next) }
            return count
        }
    }
    struct Tables: Mappable, Decodable {
        var next: [String: Tables] = [:]
        static let mapping = Mapping<Tables> { Field("next", \.next) }

        var levels: Int {
            var (count, next) = (0, next)
            while let inner = next.values.first { (count, next) = (count + 1, inner.next) }
            return count
        }
    }
    /// Nested lists, with a custom conversion and with two kinds of initializers.
    indirect enum Tree: MappingConvertible, Decodable {
        case leaf
        case list([Tree])

        static func converted(from source: borrowing MappingSource) -> MappingConversion<Tree> {
            switch Int.converted(from: source) {
            case .refused: [Tree].converted(from: source).map { .list($0) }
            case let number: number.map { _ in .leaf }
            }
        }
        init(from decoder: any Decoder) throws {
            guard (try? decoder.singleValueContainer().decode(Int.self)) == nil else {
                self = .leaf
                return
            }
            var container = try decoder.unkeyedContainer()
            var list: [Tree] = []
            while !container.isAtEnd { list.append(try container.decode(Tree.self)) }
            self = .list(list)
        }
        var levels: Int {
            var (count, tree) = (0, self)
            while case .list(let list) = tree, let inner = list.first {
                (count, tree) = (count + 1, inner)
            }
            return count
        }
    }
    struct Forest: Mappable, Decodable {
        var next = Tree.leaf
        static let mapping = Mapping<Forest> { Field("next", \.next) }
    }
    /// Nested lists, each decoded from a single value.
    struct Singles: Decodable {
        var list: [Singles]
        init(from decoder: any Decoder) throws {
            list = try decoder.singleValueContainer().decode([Singles].self)
        }
        var levels: Int {
            var (count, list) = (0, list)
            while let inner = list.first { (count, list) = (count + 1, inner.list) }
            return count
        }
    }
    struct Single: Decodable { var next: Singles }
    /// A linked list whose initializer uses much of the stack itself.
    final class Heavy: Decodable {
        var next: Heavy?
        enum CodingKeys: CodingKey { case next }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            // As much of the stack in each build.
            next = try Self.deep(150 / StackBoundTests.frameScale) {
                try container.decodeIfPresent(Heavy.self, forKey: .next)
            }
        }
        @inline(never)
        private static func deep(_ count: Int, _ body: () throws -> Heavy?) throws -> Heavy? {
            guard count > 0 else { return try body() }
            let value = try deep(count - 1, body)
            return withExtendedLifetime(count) { value }
        }
        var levels: Int {
            var (count, link) = (0, next)
            while let inner = link { (count, link) = (count + 1, inner.next) }
            return count
        }
    }

    private enum Shape { case chain, lists, tables, tree }

    /// Input with a given number of levels below its root.
    private enum Document {
        case bytes(Data)
        case dictionary([String: Any])

        static func both(_ shape: Shape, _ levels: Int) -> [Document] {
            let (open, leaf, close) =
                switch shape {
                case .chain: (#"{"next":"#, "{}", "}")
                case .lists: (#"{"next":["#, "{}", "]}")
                case .tables: (#"{"next":{"a":"#, "{}", "}}")
                case .tree: ("[", "[]", "]")
                }
            var json =
                String(repeating: open, count: levels) + leaf
                + String(repeating: close, count: levels)
            if shape == .tree { json = #"{"next":\#(json)}"# }
            return [.bytes(Data(json.utf8)), .dictionary(dictionary(shape, levels))]
        }

        static func dictionary(_ shape: Shape, _ levels: Int) -> [String: Any] {
            var value: Any = shape == .tree ? [] as [Any] : [:] as [String: Any]
            for _ in 0..<levels {
                value =
                    switch shape {
                    case .chain: ["next": value] as [String: Any]
                    case .lists: ["next": [value]] as [String: Any]
                    case .tables: ["next": ["a": value]] as [String: Any]
                    case .tree: [value]
                    }
            }
            return shape == .tree ? ["next": value] : value as? [String: Any] ?? [:]
        }

        func map<Root: Mappable>(
            _ options: MappingOptions,
            _ levels: (Root) -> Int
        ) throws -> (levels: Int?, report: MappingReport) {
            let (value, report) =
                switch self {
                case .bytes(let data):
                    try Root.mapping.make(Root(), json: data, options: options)
                case .dictionary(let values):
                    Root.mapping.make(Root(), from: values, options: options)
                }
            return (value.map(levels), report)
        }

        func decode<Root: Decodable>(
            _ options: MappingOptions,
            _ levels: (Root) -> Int
        ) throws -> (levels: Int?, report: MappingReport) {
            let decoder = LenientDecoder(options: options)
            let (value, report) =
                switch self {
                case .bytes(let data): try decoder.decode(Root.self, json: data)
                case .dictionary(let values): decoder.decode(Root.self, from: values)
                }
            return (value.map(levels), report)
        }
    }

    /// An API that reads a document, the number of levels that reach 250 objects and lists, and a
    /// function that returns the depth of the result.
    private struct Reader: Sendable {
        let name: String
        let shape: Shape
        let levels: Int
        let read:
            @Sendable (Document, MappingOptions) throws -> (levels: Int?, report: MappingReport)
    }

    private static let readers = [
        Reader(name: "optional objects", shape: .chain, levels: 249) {
            try $0.map($1) { (root: Link) in root.levels }
        },
        Reader(name: "lists of objects", shape: .lists, levels: 124) {
            try $0.map($1) { (root: Lists) in root.levels }
        },
        Reader(name: "dictionaries of objects", shape: .tables, levels: 124) {
            try $0.map($1) { (root: Tables) in root.levels }
        },
        Reader(name: "lists in lists", shape: .tree, levels: 248) {
            try $0.map($1) { (root: Forest) in root.next.levels }
        },
        Reader(name: "decoded optionals", shape: .chain, levels: 249) {
            try $0.decode($1) { (root: Link) in root.levels }
        },
        Reader(name: "decoded lists", shape: .lists, levels: 124) {
            try $0.decode($1) { (root: Lists) in root.levels }
        },
        Reader(name: "decoded dictionaries", shape: .tables, levels: 124) {
            try $0.decode($1) { (root: Tables) in root.levels }
        },
        Reader(name: "decoded lists in lists", shape: .tree, levels: 248) {
            try $0.decode($1) { (root: Forest) in root.next.levels }
        },
        Reader(name: "decoded single values", shape: .tree, levels: 248) {
            try $0.decode($1) { (root: Single) in root.next.levels }
        },
        Reader(name: "heavy initializers", shape: .chain, levels: 249) {
            try $0.decode($1) { (root: Heavy) in root.levels }
        },
    ]

    private final class Held {
        let dictionary: [String: Any]
        init(_ dictionary: [String: Any]) { self.dictionary = dictionary }
    }

    private static func options(depth: Int) -> MappingOptions {
        var options = MappingOptions.standard
        options.limits.depth = depth
        return options
    }

    /// The factor by which stack frames are larger in this build: the address sanitizer adds space
    /// around each variable.
    private static let frameScale = unsafe dlsym(nil, "__asan_init") == nil ? 1 : 4

    /// Runs `body` on a thread with a stack of the given size in KiB, and waits for it.
    private static func onThread(_ kibibytes: Int, _ body: @escaping @Sendable () throws -> Void) {
        let size = min(kibibytes * frameScale, 1 << 20) << 10
        TestSupport.onThread(stackSize: size) {
            XCTAssertEqual(Thread.current.stackSize, size)
            do { try body() } catch { XCTFail("\(error)") }
        }
    }

    func testEachReaderReads250LevelsWhereTheStackIsLarge() {
        Self.onThread(32 << 10) {
            for reader in Self.readers {
                for document in Document.both(reader.shape, reader.levels) {
                    let (levels, report) = try reader.read(document, Self.options(depth: 256))
                    XCTAssertEqual(levels, reader.levels, reader.name)
                    XCTAssertEqual(report.issues.map(\.description), [], reader.name)
                }
            }
        }
    }

    func testEachReaderReportsTheEndOfASmallStack() {
        for size in [512, 256] {
            Self.onThread(size) {
                for reader in Self.readers {
                    for document in Document.both(reader.shape, reader.levels) {
                        let (levels, report) = try reader.read(document, Self.options(depth: 256))
                        if report.isClean {
                            XCTAssertEqual(levels, reader.levels, reader.name)
                            continue
                        }
                        XCTAssertEqual(
                            Set(report.issues.map(\.code)),
                            [.limitExceeded],
                            reader.name
                        )
                        XCTAssertEqual(report.issues.map(\.explanation), ["stack"], reader.name)
                        // Levels above the limit are mapped, unless the field is set completely or
                        // not at all.
                        if let levels, reader.shape != .tree {
                            XCTAssertGreaterThan(levels, 3, reader.name)
                        }
                    }
                }
            }
        }
    }

    func testASmallStackIsEnoughForWhatIsNotNested() {
        Self.onThread(96) {
            for reader in Self.readers where reader.name != "heavy initializers" {
                for document in Document.both(reader.shape, 0) {
                    let (levels, report) = try reader.read(document, .standard)
                    XCTAssertEqual(levels, 0, reader.name)
                    XCTAssertTrue(report.isClean, reader.name)
                }
            }
        }
    }

    func testInputOf100000LevelsIsRefusedFromTheLimitOn() {
        // The dictionaries are released recursively, which needs this much stack.
        Self.onThread(1 << 20) {
            for reader in Self.readers {
                let held = Held(Document.dictionary(reader.shape, 100_000))
                // Safe: this thread retains it and waits for the reading thread, which must not
                // release it last.
                nonisolated(unsafe) let lent = unsafe Unmanaged.passUnretained(held)
                Self.onThread(512) {
                    let (_, report) = try reader.read(
                        .dictionary(unsafe lent.takeUnretainedValue().dictionary),
                        Self.options(depth: .max)
                    )
                    XCTAssertEqual(report.issues.map(\.code), [.limitExceeded], reader.name)
                }
                withExtendedLifetime(held) {}
            }
        }
        Self.onThread(512) {
            for reader in Self.readers {
                let json = Data(String(repeating: #"{"next":["#, count: 50_000).utf8)
                XCTAssertThrowsError(
                    try reader.read(.bytes(json), Self.options(depth: .max)),
                    reader.name
                ) { XCTAssertEqual(($0 as? MappingError)?.limit, .depth, reader.name) }
            }
        }
    }

    func testAnInitializerThatGoesOnWithoutInputEnds() {
        final class Endless: Decodable {
            let next: Endless
            enum CodingKeys: CodingKey { case next }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                next = try Endless(from: container.superDecoder(forKey: .next))
            }
        }
        struct Outer: Decodable { let endless: Endless }
        Self.onThread(512) {
            for json in ["{}", #"{"endless": {}}"#, #"{"endless": {"next": {"next": {}}}}"#] {
                let (outer, report) = try LenientDecoder().decode(Outer.self, json: Data(json.utf8))
                XCTAssertNil(outer, json)
                XCTAssertFalse(report.isClean, json)
            }
        }
    }

    func testOptionalsInOptionalsAreOpenedAsFarAsAnyoneMeansThem() {
        struct Values { var number = 0 }
        let mapping = Mapping<Values> { Field("number", \.number) }
        Self.onThread(512) {
            for (count, issues) in [(1, []), (50, []), (1_000, [MappingIssue.Code.typeMismatch])] {
                var value: Any = 7
                for _ in 0..<count { value = Optional<Any>.some(value) as Any }
                var values = Values()
                let report = mapping.apply(["number": value], to: &values)
                XCTAssertEqual(report.issues.map(\.code), issues, "\(count)")
                XCTAssertEqual(values.number, issues.isEmpty ? 7 : 0)
            }
        }
    }
}

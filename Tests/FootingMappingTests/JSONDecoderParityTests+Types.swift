import Foundation
import XCTest

/// Types that read their containers in order.
extension JSONDecoderParityTests {
    struct Scalars: Decodable, Equatable {
        let a: Int8, b: UInt64, c: Double, d: Float, e: Bool, f: String, g: [Int],
            h: [String: Double]
        let i: Int?, j: String?, k: Int128, l: [Bool?], m: Float16, n: [[Int]], o: [String: [Bool]]

        static let json = #"""
            {"a": -128, "b": 18446744073709551615, "c": 0.1, "d": 1.5, "e": true, "f": "\u00e9\n😀",
             "g": [1, 2], "h": {"x": 1e3}, "i": null, "k": 17, "l": [true, null], "m": 0.5,
             "n": [[], [1]], "o": {"p": [false]}}
            """#
    }

    enum Shape: Codable, Equatable {
        case point
        case circle(radius: Int)
        case named(String, at: Int)
        indirect case many([Shape])
    }

    indirect enum Twig: Codable, Equatable {
        case leaf(Int)
        case node(Twig, Twig)
    }

    struct Page<Item: Decodable & Equatable>: Decodable, Equatable {
        let items: [Item]
        let next: Item?
    }

    enum Plain: String, Codable { case x, y }
    enum Grade: Int, Decodable { case low = 1, high }
    struct Tag: RawRepresentable, Codable, Equatable {
        let rawValue: String

        private enum CodingKeys: CodingKey { case rawValue }
        init(rawValue: String) { self.rawValue = rawValue }
        init(from decoder: any Decoder) throws {
            rawValue = try decoder.container(keyedBy: CodingKeys.self)
                .decode(String.self, forKey: .rawValue)
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(rawValue, forKey: .rawValue)
        }
    }

    enum Word: String, Decodable, CodingKeyRepresentable { case one, two }

    struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int?
        init(_ text: String) { (stringValue, intValue) = (text, Int(text)) }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { self.init("\(intValue)") }
    }

    struct Keys: Decodable, Equatable {
        var values: [String: Int] = [:]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                XCTAssertTrue(container.contains(key))
                values[key.stringValue] = try container.decode(Int.self, forKey: key)
            }
            XCTAssertFalse(container.contains(AnyKey("none")))
            XCTAssertNil(try container.decodeIfPresent(Int.self, forKey: AnyKey("none")))
        }
    }

    struct Numbered: Decodable, Equatable {
        var values: [Int: String] = [:]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                guard let number = key.intValue else { continue }
                values[number] = try container.decode(String.self, forKey: key)
            }
        }
    }

    struct Pair: Decodable, Hashable {
        let x: Int
        let y: Int
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            XCTAssertEqual(list.count, 2)
            x = try list.decode(Int.self)
            XCTAssertEqual(list.currentIndex, 1)
            y = try list.decode(Int.self)
            XCTAssertTrue(list.isAtEnd)
            XCTAssertNil(try? list.decode(Int.self))
        }
    }

    struct Nested: Decodable, Equatable {
        let a: Int
        let list: [Int]
        let id: Int
        let up: Int
        private enum Keys: CodingKey { case inner, up, absent }
        private enum InnerKeys: CodingKey { case a, b, list }
        private enum IDKeys: CodingKey { case id }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
            a = try inner.decode(Int.self, forKey: .a)
            var list = try inner.nestedUnkeyedContainer(forKey: .list)
            var numbers = [try list.decode(Int.self)]
            var second = try list.nestedUnkeyedContainer()
            while !second.isAtEnd { numbers.append(try second.decode(Int.self)) }
            let last = try list.nestedContainer(keyedBy: InnerKeys.self)
            numbers.append(try last.decode(Int.self, forKey: .b))
            self.list = numbers
            id = try container.superDecoder().container(keyedBy: IDKeys.self)
                .decode(Int.self, forKey: .id)
            up = try container.superDecoder(forKey: .up).container(keyedBy: IDKeys.self)
                .decode(Int.self, forKey: .id)
            XCTAssertNil(try? container.nestedContainer(keyedBy: InnerKeys.self, forKey: .absent))
            XCTAssertNil(try? container.nestedUnkeyedContainer(forKey: .inner))
            XCTAssertNil(try? inner.nestedContainer(keyedBy: InnerKeys.self, forKey: .list))
        }
    }

    struct Mixed: Decodable, Equatable {
        let number: Int
        let text: String
        let flag: Bool
        let pair: Pair
        let a: Int
        private enum Keys: CodingKey { case a }

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            number = try list.decode(Int.self)
            XCTAssertFalse(try list.decodeNil())
            text = try list.decode(String.self)
            XCTAssertTrue(try list.decodeNil())
            flag = try list.decode(Bool.self)
            pair = try Pair(from: list.superDecoder())
            a = try list.nestedContainer(keyedBy: Keys.self).decode(Int.self, forKey: .a)
            XCTAssertNil(try list.decodeIfPresent(Int.self))
            XCTAssertNil(try? list.decodeNil(), "Nothing is no null.")
            XCTAssertNil(try? list.superDecoder())
            XCTAssertNil(try? list.nestedContainer(keyedBy: Keys.self))
            XCTAssertNil(try? list.nestedUnkeyedContainer())
        }
    }

    class Animal: Decodable, Equatable {
        let name: String
        private enum CodingKeys: CodingKey { case name }
        static func == (left: Animal, right: Animal) -> Bool { left.facts == right.facts }
        var facts: [String] { [name] }
    }
    final class Cat: Animal {
        let lives: Int
        private enum CodingKeys: CodingKey { case lives }
        override var facts: [String] { [name, "\(lives)"] }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            lives = try container.decode(Int.self, forKey: .lives)
            try super.init(from: container.superDecoder())
        }
    }
    final class Dog: Animal {
        let tricks: [String]
        private enum CodingKeys: CodingKey { case tricks }
        override var facts: [String] { [name] + tricks }
        required init(from decoder: any Decoder) throws {
            tricks = try decoder.container(keyedBy: CodingKeys.self)
                .decode([String].self, forKey: .tricks)
            try super.init(from: decoder)
        }
    }

    /// The coding paths that an initializer receives.
    struct Path: Decodable, Equatable {
        var seen: [[String]] = []
        private enum Keys: String, CodingKey { case a, b, x, c }

        init(from decoder: any Decoder) throws {
            let depth = decoder.codingPath.count
            func see(_ path: [any CodingKey]) {
                seen.append(
                    path.dropFirst(depth).map { $0.intValue.map(String.init) ?? $0.stringValue }
                )
            }
            let outer = try decoder.container(keyedBy: Keys.self)
            see(outer.codingPath)
            let a = try outer.nestedContainer(keyedBy: Keys.self, forKey: .a)
            see(a.codingPath)
            var b = try a.nestedUnkeyedContainer(forKey: .b)
            see(b.codingPath)
            _ = try b.decode(Int.self)
            see(try b.superDecoder().codingPath)
            see(try a.superDecoder(forKey: .x).codingPath)
            see(try a.superDecoder().codingPath)
            do {
                _ = try a.decode(Int.self, forKey: .c)
            } catch DecodingError.keyNotFound(let key, let context) {
                see(context.codingPath + [key])
            }
        }
    }
}

import Foundation

/// Types that try several kinds or types in order.
extension JSONDecoderParityTests {
    indirect enum AnyJSON: Decodable, Equatable {
        case null, bool(Bool), number(Double), string(String), array([AnyJSON])
        case object([String: AnyJSON])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else if let value = try? container.decode(String.self) {
                self = .string(value)
            } else if let value = try? container.decode([AnyJSON].self) {
                self = .array(value)
            } else {
                self = .object(try container.decode([String: AnyJSON].self))
            }
        }
    }

    /// Tries a list first, with an unkeyed container.
    enum TextOrList: Decodable, Equatable {
        case text(String), list([String])
        init(from decoder: any Decoder) throws {
            if var elements = try? decoder.unkeyedContainer() {
                var list: [String] = []
                while !elements.isAtEnd { list.append(try elements.decode(String.self)) }
                self = .list(list)
            } else {
                self = .text(try decoder.singleValueContainer().decode(String.self))
            }
        }
    }

    enum OneOrMany: Decodable, Equatable {
        case one(Int), many([Int])
        init(from decoder: any Decoder) throws {
            if let list = try? [Int](from: decoder) {
                self = .many(list)
            } else {
                self = .one(try Int(from: decoder))
            }
        }
    }

    /// The members of any object, each as the first kind that matches.
    struct Flat: Decodable, Equatable {
        var values: [String: Simple] = [:]
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            for key in container.allKeys {
                if let value = try? container.decode(Bool.self, forKey: key) {
                    values[key.stringValue] = .bool(value)
                } else if let value = try? container.decode(Int.self, forKey: key) {
                    values[key.stringValue] = .int(value)
                } else {
                    values[key.stringValue] = .string(
                        try container.decode(String.self, forKey: key)
                    )
                }
            }
        }
    }
    indirect enum Simple: Equatable {
        case null, bool(Bool), int(Int), string(String), list([Simple]), object([String: Simple])
    }

    /// Any list, read with nested containers.
    struct Anything: Decodable, Equatable {
        let leaves: [Simple]
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            leaves = try Self.list(&container)
        }

        private static func list(_ container: inout any UnkeyedDecodingContainer) throws -> [Simple]
        {
            var leaves: [Simple] = []
            while !container.isAtEnd {
                if try container.decodeNil() {
                    leaves.append(.null)
                } else if let value = try? container.decode(Bool.self) {
                    leaves.append(.bool(value))
                } else if let value = try? container.decode(Int.self) {
                    leaves.append(.int(value))
                } else if let value = try? container.decode(String.self) {
                    leaves.append(.string(value))
                } else if let nested = try? container.nestedContainer(keyedBy: AnyKey.self) {
                    leaves.append(.object(try object(nested)))
                } else {
                    var nested = try container.nestedUnkeyedContainer()
                    leaves.append(.list(try list(&nested)))
                }
            }
            return leaves
        }

        private static func object(
            _ container: KeyedDecodingContainer<AnyKey>
        ) throws -> [String: Simple] {
            var leaves: [String: Simple] = [:]
            for key in container.allKeys {
                if let value = try? container.decode(Bool.self, forKey: key) {
                    leaves[key.stringValue] = .bool(value)
                } else if let value = try? container.decode(String.self, forKey: key) {
                    leaves[key.stringValue] = .string(value)
                } else if var nested = try? container.nestedUnkeyedContainer(forKey: key) {
                    leaves[key.stringValue] = .list(try list(&nested))
                }
            }
            return leaves
        }
    }

    enum Event: Decodable, Equatable {
        case text(String), count(Int)
        private enum Keys: CodingKey { case kind, body }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            switch try container.decode(String.self, forKey: .kind) {
            case "text": self = .text(try container.decode(String.self, forKey: .body))
            case "count": self = .count(try container.decode(Int.self, forKey: .body))
            default:
                throw DecodingError.dataCorruptedError(
                    forKey: .kind,
                    in: container,
                    debugDescription: "no such event"
                )
            }
        }
    }

    struct Circle: Decodable, Equatable { let radius: Int }
    struct Square: Decodable, Equatable { let side: Int }
    enum Either<Left: Decodable & Equatable, Right: Decodable & Equatable>: Decodable, Equatable {
        case left(Left), right(Right)
        init(from decoder: any Decoder) throws {
            do {
                self = .left(try Left(from: decoder))
            } catch {
                self = .right(try Right(from: decoder))
            }
        }
    }

    struct ByPresence: Decodable, Equatable {
        let kind: String
        private enum Keys: CodingKey { case text, number }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Keys.self)
            let keys = container.allKeys.map(\.stringValue).joined()
            if container.contains(.text) {
                let isNil = try container.decodeNil(forKey: .text)
                kind = "\(keys) \(isNil)"
            } else {
                kind = "\(keys) \(try container.decode(Int.self, forKey: .number))"
            }
        }
    }
}

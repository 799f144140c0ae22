import Foundation

/// Types that use their decoder in unusual ways.
extension JSONDecoderParityTests {
    struct Twice: Decodable, Equatable {
        let first: Int
        let second: Int
        let lists: [[Int]]
        private enum Keys: CodingKey { case a, b }
        private enum OtherKeys: CodingKey { case b, a }
        init(from decoder: any Decoder) throws {
            first = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .a)
            second = try decoder.container(keyedBy: OtherKeys.self).decode(Int.self, forKey: .a)
            lists = try [
                decoder.container(keyedBy: Keys.self).decode([Int].self, forKey: .b),
                decoder.container(keyedBy: OtherKeys.self).decode([Int].self, forKey: .b),
            ]
        }
    }

    /// Drops unknown elements, as such wrappers do.
    struct LossyList: Decodable, Equatable {
        var numbers: [Int] = []
        private struct Skipped: Decodable {}
        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            while !list.isAtEnd {
                if let number = try? list.decode(Int.self) {
                    numbers.append(number)
                } else {
                    _ = try list.decode(Skipped.self)
                }
            }
        }
    }

    @propertyWrapper
    struct Default<Value: Decodable & Equatable>: Decodable, Equatable {
        var wrappedValue: Value
        init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = try decoder.singleValueContainer().decode(Value.self)
        }
    }
    @propertyWrapper
    struct InText: Decodable, Equatable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            let text = try decoder.singleValueContainer().decode(String.self)
            guard let number = Int(text) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "no number"
                    )
                )
            }
            wrappedValue = number
        }
    }
    struct Defaults: Decodable, Equatable {
        @Default var name: String
        @InText var cents: Int
        var count = 1
        private enum CodingKeys: CodingKey { case name, cents, count }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            _name = try container.decode(Default<String>.self, forKey: .name)
            _cents = try container.decode(InText.self, forKey: .cents)
            count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 1
        }
    }

    struct Checked: Decodable, Equatable {
        struct Reversed: Error {}
        let from: Int
        let to: Int
        private enum CodingKeys: CodingKey { case from, to }
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            from = try container.decode(Int.self, forKey: .from)
            to = try container.decode(Int.self, forKey: .to)
            guard from < to else { throw Reversed() }
        }
    }

    struct Wrapper<Value: Decodable & Equatable>: Decodable, Equatable {
        let value: Value
        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
        }
    }

    struct ID<Subject>: RawRepresentable, Decodable, Equatable {
        let rawValue: String
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode(_ type: JSONDecoderParityTests.Default<String>.Type, forKey key: Key)
        throws -> JSONDecoderParityTests.Default<String>
    {
        try decodeIfPresent(type, forKey: key)
            ?? JSONDecoderParityTests.Default(wrappedValue: "none")
    }
    fileprivate func decode(_ type: JSONDecoderParityTests.InText.Type, forKey key: Key) throws
        -> JSONDecoderParityTests.InText
    {
        try decodeIfPresent(type, forKey: key) ?? JSONDecoderParityTests.InText(wrappedValue: 0)
    }
}

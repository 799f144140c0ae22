import FootingBytes
import Foundation

/// The place of a key in Xcode's order: control characters, punctuation, symbols, numbers by value,
/// and letters without case, all without combining marks.
struct CatalogOrder: Comparable, Sendable {
    /// The elements that are compared first, in the order of their classes.
    private let elements: [UInt32]
    /// Whether each character is a capital, which decides between equal elements.
    private let capitals: [Bool]
    private let key: String

    private static let punctuation: [Unicode.Scalar: UInt32] = {
        let order = "_-,;:!?.'‘’\"“”()[]{}@*/\\&#%`^+<=>|~$"
        let scalars = (" " + order).unicodeScalars.enumerated()
        return Dictionary(uniqueKeysWithValues: scalars.map { ($1, UInt32($0)) })
    }()

    private enum Class {
        static let punctuation: UInt32 = 1 << 24
        static let symbol: UInt32 = 2 << 24
        static let number: UInt32 = 3 << 24
        static let letter: UInt32 = 4 << 24
    }

    init(_ key: String) {
        self.key = key
        var elements: [UInt32] = []
        var capitals: [Bool] = []
        var digits: [UInt32] = []
        func addNumber() {
            guard !digits.isEmpty else { return }
            let value = digits.drop { $0 == 0 }
            elements.append(Class.number + UInt32(clamping: value.count))
            elements += value
            digits = []
        }
        let isASCII = key.utf8.allSatisfy { $0 < 0x80 }
        let text = isASCII ? key : key.decomposedStringWithCanonicalMapping
        for scalar in text.unicodeScalars where !scalar.isCombiningMark {
            if let digit = scalar.decimalDigit {
                digits.append(digit)
                continue
            }
            addNumber()
            let properties = scalar.properties
            if let index = Self.punctuation[scalar] {
                elements.append(Class.punctuation + index)
            } else if scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value {
                elements.append(scalar.value)
            } else if properties.isAlphabetic {
                let lowercase = properties.lowercaseMapping.unicodeScalars
                elements += lowercase.map { Class.letter + $0.value }
                capitals.append(properties.isUppercase)
            } else {
                elements.append(Class.symbol + scalar.value)
            }
        }
        addNumber()
        (self.elements, self.capitals) = (elements, capitals)
    }

    static func == (first: Self, second: Self) -> Bool {
        first.key.utf8.elementsEqual(second.key.utf8)
    }

    static func < (first: Self, second: Self) -> Bool {
        if first.elements != second.elements {
            return first.elements.lexicographicallyPrecedes(second.elements)
        }
        if first.capitals != second.capitals {
            return first.capitals.lexicographicallyPrecedes(second.capitals) { !$0 && $1 }
        }
        return first.key.utf8.lexicographicallyPrecedes(second.key.utf8)
    }
}

extension Unicode.Scalar {
    /// The value of a decimal digit of any script.
    fileprivate var decimalDigit: UInt32? {
        guard value >= 0x30, properties.numericType == .decimal else { return nil }
        return properties.numericValue.map { UInt32($0) }
    }
}

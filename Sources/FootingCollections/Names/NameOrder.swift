#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The levels of the order of names: the first difference decides.
enum NameOrder {
    static func compare(_ lhs: String, _ rhs: String) -> ComparisonResult {
        let folds = lhs.withFoldedBytes { own in
            rhs.withFoldedBytes { other in compareFolds(&own, &other) }
        }
        return folds == .orderedSame ? compareEqualFolds(lhs, rhs) : folds
    }

    // MARK: - The first level: folded characters, and values of numbers

    static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// The rank of a folded byte.
    ///
    /// Space is before other ASCII by code, then digits, which have one rank, letters, and the
    /// bytes of other scalars, whose order is that of the scalars.
    static func rank(_ byte: UInt8) -> UInt8 {
        switch byte {
        case 0x61...0x7A: byte + 5
        case 0x80...: byte
        case 0x30...0x39: 0x5C
        case 0x20: 0
        case ..<0x20: byte + 1
        case ..<0x30: byte
        case ..<0x61: byte - 10
        default: byte - 36
        }
    }

    private static func compareFolds(
        _ lhs: inout FoldedBytes,
        _ rhs: inout FoldedBytes
    ) -> ComparisonResult {
        var (own, other) = (lhs.next(), rhs.next())
        while let byte = own, let otherByte = other {
            if isDigit(byte), isDigit(otherByte) {
                let numbers = compareNumbers(&own, &lhs, &other, &rhs)
                guard numbers == .orderedSame else { return numbers }
            } else {
                guard byte == otherByte else {
                    return rank(byte) < rank(otherByte) ? .orderedAscending : .orderedDescending
                }
                (own, other) = (lhs.next(), rhs.next())
            }
        }
        if own != nil { return .orderedDescending }
        return other == nil ? .orderedSame : .orderedAscending
    }

    /// Compares two numbers by value, and leaves the bytes after them in `own` and `other`.
    private static func compareNumbers(
        _ own: inout UInt8?,
        _ lhs: inout FoldedBytes,
        _ other: inout UInt8?,
        _ rhs: inout FoldedBytes
    ) -> ComparisonResult {
        while own == 0x30 { own = lhs.next() }
        while other == 0x30 { other = rhs.next() }
        var result = ComparisonResult.orderedSame
        while true {
            switch (own.flatMap(digit), other.flatMap(digit)) {
            case (nil, nil): return result
            case (nil, _): return .orderedAscending
            case (_, nil): return .orderedDescending
            case (let digit?, let otherDigit?):
                if result == .orderedSame, digit != otherDigit {
                    result = digit < otherDigit ? .orderedAscending : .orderedDescending
                }
                (own, other) = (lhs.next(), rhs.next())
            }
        }
    }

    private static func digit(_ byte: UInt8) -> UInt8? { isDigit(byte) ? byte : nil }

    // MARK: - The other levels

    /// Compares two names that are equal at the first level, by letters and accents, then by case,
    /// then by leading zeros.
    static func compareEqualFolds(_ lhs: String, _ rhs: String) -> ComparisonResult {
        if lhs == rhs { return .orderedSame }
        let (own, other) = (withoutLeadingZeros(lhs), withoutLeadingZeros(rhs))
        let letters = (own.name.lowercased(), other.name.lowercased())
        if letters.0 != letters.1 { return result(letters.0 < letters.1) }
        for (character, counterpart) in zip(own.name, other.name) where character != counterpart {
            let cases = (caseRank(character), caseRank(counterpart))
            return result(
                cases.0 == cases.1 ? character < counterpart : cases.0 < cases.1
            )
        }
        for (zeros, otherZeros) in zip(own.zeros, other.zeros) where zeros != otherZeros {
            return result(zeros < otherZeros)
        }
        // Reached only by strings that a change of case makes longer or shorter.
        return result(lhs < rhs)
    }

    private static func result(_ isAscending: Bool) -> ComparisonResult {
        isAscending ? .orderedAscending : .orderedDescending
    }

    private static func caseRank(_ character: Character) -> Int {
        character.isLowercase ? 0 : character.isUppercase ? 2 : 1
    }

    /// The name without the leading zeros of its numbers, and their count in each number.
    private static func withoutLeadingZeros(_ name: String) -> (name: String, zeros: [Int]) {
        var scalars = String.UnicodeScalarView()
        var counts: [Int] = []
        var zeros = 0
        var isInNumber = false
        for scalar in name.unicodeScalars {
            if scalar == "0", !isInNumber {
                zeros += 1
                continue
            }
            let isDigit = "0"..."9" ~= scalar
            if !isDigit, zeros > 0 {
                // The number is zero: its last digit stays.
                scalars.append("0")
                counts.append(zeros - 1)
                zeros = 0
            } else if isDigit, !isInNumber {
                counts.append(zeros)
                zeros = 0
            }
            isInNumber = isDigit
            scalars.append(scalar)
        }
        if zeros > 0 {
            scalars.append("0")
            counts.append(zeros - 1)
        }
        return (String(scalars), counts)
    }
}

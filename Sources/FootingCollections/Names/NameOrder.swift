/// The levels of the order of names: the first difference decides.
enum NameOrder {
    /// A negative number if a name precedes the other, and zero if they are equal.
    static func compare(_ lhs: String, _ rhs: String) -> Int {
        let folds = lhs.withFoldedBytes { own in
            rhs.withFoldedBytes { other in compareFolds(&own, &other) }
        }
        return folds == 0 ? compareEqualFolds(lhs, rhs) : folds
    }

    // MARK: - The first level: folded characters, and values of numbers

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

    /// The rank of a folded byte.
    ///
    /// Space is before other ASCII by code, then digits, which have one rank, letters, and the
    /// bytes of other scalars, whose order is that of the scalars.
    private static func rank(_ byte: UInt8) -> UInt8 {
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

    /// Compares two folds from their first difference on.
    static func compareFolds(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
        unsafe lhs.withUnsafeBufferPointer { lhs in
            unsafe rhs.withUnsafeBufferPointer { rhs in
                var start = unsafe sharedCount(
                    UnsafeRawBufferPointer(lhs),
                    UnsafeRawBufferPointer(rhs)
                )
                // The first digits of a number decide about those after them.
                while start > 0, unsafe isDigit(lhs[start - 1]) { start -= 1 }
                var own = unsafe UnsafeBufferPointer(rebasing: lhs[start...]).makeIterator()
                var other = unsafe UnsafeBufferPointer(rebasing: rhs[start...]).makeIterator()
                return unsafe compareFolds(&own, &other)
            }
        }
    }

    /// The number of bytes at the start in which two buffers agree.
    private static func sharedCount(
        _ lhs: UnsafeRawBufferPointer,
        _ rhs: UnsafeRawBufferPointer
    ) -> Int {
        let count = min(lhs.count, rhs.count)
        var offset = 0
        // All reads are within both buffers.
        while offset + 8 <= count {
            let word = unsafe lhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            let difference =
                unsafe word ^ rhs.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            if difference != 0 { return offset + difference.littleEndian.trailingZeroBitCount / 8 }
            offset += 8
        }
        while offset < count, unsafe lhs[offset] == rhs[offset] { offset += 1 }
        return offset
    }

    private static func compareFolds(
        _ lhs: inout some IteratorProtocol<UInt8>,
        _ rhs: inout some IteratorProtocol<UInt8>
    ) -> Int {
        var (own, other) = (lhs.next(), rhs.next())
        while let byte = own, let otherByte = other {
            if isDigit(byte), isDigit(otherByte) {
                let difference = compareNumbers(&own, &lhs, &other, &rhs)
                guard difference == 0 else { return difference }
            } else {
                guard byte == otherByte else { return Int(rank(byte)) - Int(rank(otherByte)) }
                (own, other) = (lhs.next(), rhs.next())
            }
        }
        return own != nil ? 1 : other != nil ? -1 : 0
    }

    /// Compares two numbers by value, and leaves the bytes after them in `own` and `other`.
    private static func compareNumbers(
        _ own: inout UInt8?,
        _ lhs: inout some IteratorProtocol<UInt8>,
        _ other: inout UInt8?,
        _ rhs: inout some IteratorProtocol<UInt8>
    ) -> Int {
        while own == 0x30 { own = lhs.next() }
        while other == 0x30 { other = rhs.next() }
        var difference = 0
        while let byte = own, let otherByte = other, isDigit(byte), isDigit(otherByte) {
            if difference == 0 { difference = Int(byte) - Int(otherByte) }
            (own, other) = (lhs.next(), rhs.next())
        }
        // The longer number is greater.
        if let byte = own, isDigit(byte) { return 1 }
        if let byte = other, isDigit(byte) { return -1 }
        return difference
    }

    // MARK: - The other levels

    /// Compares two names that are equal at the first level, by letters and accents, then by case,
    /// then by leading zeros.
    static func compareEqualFolds(_ lhs: String, _ rhs: String) -> Int {
        if lhs == rhs { return 0 }
        let (own, other) = (withoutLeadingZeros(lhs), withoutLeadingZeros(rhs))
        let letters = (own.name.lowercased(), other.name.lowercased())
        if letters.0 != letters.1 { return letters.0 < letters.1 ? -1 : 1 }
        for (character, counterpart) in zip(own.name, other.name) where character != counterpart {
            let difference = caseRank(character) - caseRank(counterpart)
            return difference != 0 ? difference : character < counterpart ? -1 : 1
        }
        for (zeros, otherZeros) in zip(own.zeros, other.zeros) where zeros != otherZeros {
            return zeros - otherZeros
        }
        // Not reached: equal names were returned above.
        return lhs < rhs ? -1 : 1
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
        let digits: ClosedRange<Unicode.Scalar> = "0"..."9"
        let areFollowed = name.unicodeScalars.dropFirst().map { digits.contains($0) } + [false]
        for (scalar, isFollowedByDigit) in zip(name.unicodeScalars, areFollowed) {
            if scalar == "0", !isInNumber, isFollowedByDigit {
                zeros += 1
                continue
            }
            let isDigit = digits.contains(scalar)
            if isDigit, !isInNumber {
                counts.append(zeros)
                zeros = 0
            }
            isInNumber = isDigit
            scalars.append(scalar)
        }
        return (String(scalars), counts)
    }
}

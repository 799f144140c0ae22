extension UnsafeBufferPointer<UInt8> {
    /// The offset of the first occurrence of a term at or after an offset.
    ///
    /// Compares 16 positions at a time with the first and the last byte of the term. If that leaves
    /// too many candidates, as in a text of one letter, searches the rest in linear time.
    func offset(of term: [UInt8], from start: Int = 0) -> Int? {
        var comparisons = 0
        return unsafe offset(of: term, from: start, budget: 1_024, &comparisons)
    }

    /// The same with a number of comparisons in vain that candidates may take beside 8 a byte.
    ///
    /// Adds all comparisons in vain to the last argument.
    ///
    /// All reads are within the buffer: a candidate is at most at `count - term.count`, and a block
    /// of 16 candidates ends there.
    func offset(
        of term: [UInt8],
        from start: Int,
        budget: Int,
        _ comparisons: inout Int
    ) -> Int? {
        guard let first = term.first, let last = term.last else { return nil }
        let lastStart = count - term.count
        guard start <= lastStart, let base = unsafe UnsafeRawPointer(baseAddress) else {
            return nil
        }
        let firsts = SIMD16(repeating: first)
        let lasts = SIMD16(repeating: last)
        var position = start
        let limit = comparisons + budget
        while position + 15 <= lastStart {
            let block = unsafe base.loadUnaligned(fromByteOffset: position, as: SIMD16<UInt8>.self)
            let ends = unsafe base.loadUnaligned(
                fromByteOffset: position + term.count - 1,
                as: SIMD16<UInt8>.self
            )
            let mask = unsafe unsafeBitCast(
                block .== firsts .& ends .== lasts,
                to: SIMD2<UInt64>.self
            )
            if mask[0] | mask[1] != 0 {
                for half in 0..<2 {
                    var lanes = mask[half].littleEndian
                    while lanes != 0 {
                        let lane = lanes.trailingZeroBitCount / 8
                        let candidate = position + half * 8 + lane
                        if unsafe hasTerm(term, at: candidate, &comparisons) { return candidate }
                        lanes &= ~(0xFF << UInt64(lane * 8))
                    }
                }
                if comparisons > 8 * (position - start) + limit {
                    return unsafe linearOffset(of: term, from: position + 16, &comparisons)
                }
            }
            position += 16
        }
        while position <= lastStart {
            if unsafe self[position] == first, unsafe hasTerm(term, at: position, &comparisons) {
                return position
            }
            position += 1
        }
        return nil
    }

    private func hasTerm(_ term: [UInt8], at position: Int, _ comparisons: inout Int) -> Bool {
        for (offset, byte) in term.enumerated() {
            guard unsafe self[position + offset] == byte else {
                comparisons += offset
                return false
            }
        }
        return true
    }

    /// The same as `offset(of:from:)`, by the algorithm of Knuth, Morris and Pratt.
    private func linearOffset(
        of term: [UInt8],
        from start: Int,
        _ comparisons: inout Int
    ) -> Int? {
        // The length of the longest proper prefix of the term that ends at each of its bytes.
        var borders = [0]
        var matched = 0
        for byte in term.dropFirst() {
            while matched > 0, term[matched] != byte { matched = borders[matched - 1] }
            if term[matched] == byte { matched += 1 }
            borders.append(matched)
        }
        matched = 0
        for position in start..<count {
            let byte = unsafe self[position]
            comparisons += 1
            while matched > 0, term[matched] != byte {
                matched = borders[matched - 1]
                comparisons += 1
            }
            if term[matched] == byte { matched += 1 }
            if matched == term.count { return position + 1 - matched }
        }
        return nil
    }
}

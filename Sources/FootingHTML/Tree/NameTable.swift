import FootingBytes

/// The names of elements and attributes of a document, each with an identifier.
///
/// Each table begins with the cases of ``Name`` and the names of SVG and MathML that have capitals:
/// first all in lower case, then all as written.
struct NameTable: Sendable {
    private struct Entry: Sendable {
        /// The first eight bytes, filled up with zeros.
        let head: UInt64
        let start: Int32
        let count: Int32
    }

    private var entries: [Entry] = []
    private var bytes: [UInt8] = []
    /// The maximum number of names; each other one is taken for ``Name/other``.
    ///
    /// A node has 27 bits for the identifier.
    var maxCount = 1 << 26
    /// Identifiers plus one at the positions of their hashes; zero is free.
    private var slots = [UInt32](repeating: 0, count: 1024)
    // Not static, since each use of those has a check.
    private let seed = UInt64.random(in: .min ... .max)
    private var knownStrings: [String] = []

    /// The table without names of a document.
    static let known = NameTable()

    private init() {
        let adjusted = Self.adjustedElements + Self.adjustedAttributes
        for name in Name.allCases.map(\.rawValue) + adjusted.map({ $0.lowercased() }) + adjusted {
            _ = intern(name)
            knownStrings.append(name)
        }
    }

    var count: Int { entries.count }

    /// The size of all names.
    var byteCount: Int { bytes.count }

    func string(_ id: NameID) -> String {
        id < knownStrings.count ? knownStrings[Int(id)] : withBytes(of: id) { $0.text }
    }

    func withBytes<Result>(of id: NameID, _ body: (ByteView) -> Result) -> Result {
        let entry = entries[Int(id)]
        return bytes.withView {
            body($0.slice(from: Int(entry.start), count: Int(entry.count)))
        }
    }

    /// The identifier of a name, or `nil` if no element or attribute has it.
    func id(of name: String) -> NameID? { name.utf8.withView { id(of: $0) } }

    /// The identifier of a name, or `nil` if no element or attribute has it.
    func id(of name: ByteView) -> NameID? {
        let slot = slots[slot(of: name, Self.head(of: name, 0..<name.count), 0..<name.count)]
        return slot == 0 ? nil : slot &- 1
    }

    mutating func intern(_ name: ByteView) -> NameID { intern(name, 0..<name.count) }

    mutating func intern(_ name: String) -> NameID { name.utf8.withView { intern($0) } }

    /// Returns the identifier of the name in a range of bytes; the table has it from now on.
    @inline(__always)
    mutating func intern(_ bytes: ByteView, _ range: Range<Int>) -> NameID {
        let head = Self.head(of: bytes, range)
        let position = slot(of: bytes, head, range)
        let slot = slots[position]
        return slot != 0 ? slot &- 1 : insert(bytes, head, range, position)
    }

    @inline(never)
    private mutating func insert(
        _ view: ByteView,
        _ head: UInt64,
        _ range: Range<Int>,
        _ position: Int
    ) -> NameID {
        guard entries.count < maxCount, bytes.count &+ range.count <= Int(Int32.max) else {
            return Name.other.id
        }
        entries.append(
            Entry(
                head: head,
                start: Int32(truncatingIfNeeded: bytes.count),
                count: Int32(truncatingIfNeeded: range.count)
            )
        )
        bytes.append(view.slice(range))
        slots[position] = UInt32(truncatingIfNeeded: entries.count)
        if entries.count &* 2 > slots.count { grow() }
        return NameID(truncatingIfNeeded: entries.count &- 1)
    }

    /// The position of a name in the slots, or of the free slot for it.
    @inline(__always)
    private func slot(of bytes: ByteView, _ head: UInt64, _ range: Range<Int>) -> Int {
        let mask = slots.count &- 1
        var position = Int(truncatingIfNeeded: hash(of: bytes, head, range)) & mask
        while slots[position] != 0 {
            let id = slots[position] &- 1
            let entry = entries[Int(id)]
            if entry.head == head, Int(entry.count) == range.count,
                range.count <= 8 || isEqual(id, bytes, range)
            {
                return position
            }
            position = (position &+ 1) & mask
        }
        return position
    }

    private mutating func grow() {
        slots = [UInt32](repeating: 0, count: slots.count &* 2)
        let mask = slots.count &- 1
        for id in 0..<NameID(truncatingIfNeeded: entries.count) {
            var position = withBytes(of: id) { name in
                let range = 0..<name.count
                let hash = self.hash(of: name, Self.head(of: name, range), range)
                return Int(truncatingIfNeeded: hash) & mask
            }
            while slots[position] != 0 { position = (position &+ 1) & mask }
            slots[position] = id &+ 1
        }
    }

    /// The first eight bytes, filled up with zeros.
    @inline(__always)
    private static func head(of bytes: ByteView, _ range: Range<Int>) -> UInt64 {
        if bytes.hasEight(range.lowerBound) {
            let word = bytes.eightBytes(at: range.lowerBound)
            return range.count >= 8 ? word : word & (1 << UInt64(range.count &* 8) &- 1)
        }
        var head: UInt64 = 0
        for (offset, index) in range.enumerated() {
            head |= UInt64(bytes[index]) << UInt64(offset &* 8)
        }
        return head
    }

    @inline(__always)
    private func hash(of bytes: ByteView, _ head: UInt64, _ range: Range<Int>) -> UInt64 {
        guard range.count <= 8 else {
            return KeyHash.current(bytes.slice(range))
        }
        let (high, low) = (head ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return high ^ low ^ UInt64(truncatingIfNeeded: range.count)
    }

    @inline(never)
    private func isEqual(_ id: NameID, _ other: ByteView, _ range: Range<Int>) -> Bool {
        withBytes(of: id) { name in
            for index in 0..<name.count where name[index] != other[range.lowerBound &+ index] {
                return false
            }
            return true
        }
    }
}

extension NameTable {
    private static let firstAdjusted = NameID(Name.count)

    /// The name of an element or attribute as SVG or MathML writes it, in either of them.
    static func adjusted(_ id: NameID) -> NameID {
        adjusted(adjustedElement(id), 0..<adjustedElements.count + adjustedAttributes.count)
    }

    /// The name of an element as SVG writes it.
    static func adjustedElement(_ id: NameID) -> NameID {
        if id == Name.foreignobject.id { return Name.foreignObject.id }
        return adjusted(id, 0..<adjustedElements.count)
    }

    /// The name of an attribute as SVG or MathML writes it.
    static func adjustedAttribute(_ id: NameID, in namespace: Namespace) -> NameID {
        guard namespace != .html else { return id }
        let end = adjustedElements.count + adjustedAttributes.count
        // The last one is MathML's only one; `glyphRef` is also an attribute.
        return switch namespace {
        case .html: id
        case .svg: adjusted(id, adjustedElements.count - 1..<end - 1)
        case .math: adjusted(id, end - 1..<end)
        }
    }

    private static func adjusted(_ id: NameID, _ positions: Range<Int>) -> NameID {
        guard id >= firstAdjusted, positions.contains(Int(id - firstAdjusted)) else { return id }
        return id + NameID(adjustedElements.count + adjustedAttributes.count)
    }

    private static let adjustedElements = """
        altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath \
        feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting \
        feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR \
        feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight \
        feSpecularLighting feSpotLight feTile feTurbulence linearGradient radialGradient textPath \
        glyphRef
        """.split(separator: " ").map(String.init)

    private static let adjustedAttributes = """
        attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits \
        diffuseConstant edgeMode filterUnits gradientTransform gradientUnits kernelMatrix \
        kernelUnitLength keyPoints keySplines keyTimes lengthAdjust limitingConeAngle markerHeight \
        markerUnits markerWidth maskContentUnits maskUnits numOctaves pathLength \
        patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ \
        preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur \
        requiredExtensions requiredFeatures specularConstant specularExponent spreadMethod \
        startOffset stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX \
        targetY textLength viewBox viewTarget xChannelSelector yChannelSelector zoomAndPan \
        definitionURL
        """.split(separator: " ").map(String.init)
}

import FootingFormats

extension Array: MappingConvertible where Element: MappingConvertible {
    /// Takes a list if every element can be taken, and any other value but null as a list of one.
    ///
    /// One element that can't be taken leaves the whole property alone, since without it the others
    /// would move, unless the field is ``Field/lossy()``. There is an issue for each such element,
    /// with its index.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[Element]> {
        let isList = source.isList
        guard isList || source.isListAsText else {
            guard source.isTakenForList else {
                return .failed(source.isNull ? .null : .typeMismatch)
            }
            return Element.converted(from: source).map { [$0] }.asConverted
        }
        var list: [Element] = []
        var isConverted = !isList
        var isRounded = false
        let failure = source.forEachElement(
            of: Element.self,
            makingRoom: { list.reserveCapacity($0) }
        ) { element in
            switch Element.converted(from: element) {
            case .exact(let value):
                list.append(value)
            case .converted(let value):
                isConverted = true
                list.append(value)
            case .rounded(let value):
                isRounded = true
                list.append(value)
            case .failed(let code):
                isConverted = true
                return code
            }
            return nil
        }
        if let failure { return .failed(failure) }
        return isRounded ? .rounded(list) : isConverted ? .converted(list) : .exact(list)
    }
}

extension MappingSource {
    @usableFromInline
    var isList: Bool { unsafe run.pointee.kind(at: position) == .array }

    @usableFromInline
    var isTakenForList: Bool { options.convertsKinds && !isNull }

    /// Whether this is a text that the field wants to be cut into elements.
    @usableFromInline
    var isListAsText: Bool {
        guard hasSettings, settings?.separator != nil else { return false }
        return unsafe run.pointee.kind(at: position) == .string
    }

    /// Lends each element to `body`, which returns why it can't be taken, or `nil`.
    ///
    /// Before, it asks for room, but not for a million, of which perhaps not one can be taken.
    /// Returns why the list can't be, or `nil`. The failures are kept for the field to report.
    @usableFromInline
    func forEachElement(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> MappingIssue.Code? {
        // What the conversion of this very value has tried before this was in vain.
        unsafe run.pointee.forgetElementFailures()
        var isWhole = true
        if let document = unsafe run.pointee.document, document[position].kind == .array {
            let count = document.elementCount(of: position)
            guard count <= options.limits.elements else { return beyond(.elements) }
            if let limit = limitOfDepth { return beyond(limit) }
            makeRoom(min(count, 1 << 16))
            var token = position &+ 1
            for index in 0..<count {
                if !lend(token, at: .index(index), of: type, to: body) { isWhole = false }
                token = document.index(after: token)
            }
        } else if isListAsText {
            return forEachPart(of: type, body)
        } else {
            return forEachNativeElement(of: type, makingRoom: makeRoom, body)
        }
        return isWhole || isLossy ? nil : .typeMismatch
    }

    /// The same for a list of a dictionary.
    @inline(never)
    private func forEachNativeElement(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> MappingIssue.Code? {
        guard case .array(let elements) = native else { return nil }
        guard elements.count <= options.limits.elements else { return beyond(.elements) }
        if let limit = limitOfDepth { return beyond(limit) }
        makeRoom(min(elements.count, 1 << 16))
        var isWhole = true
        for (index, element) in elements.enumerated() {
            if !lend(NativeValue(element), at: .index(index), of: type, to: body) {
                isWhole = false
            }
        }
        return isWhole || isLossy ? nil : .typeMismatch
    }

    /// The same for the parts of a text between separators.
    @inline(never)
    private func forEachPart(
        of type: Any.Type,
        _ body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> MappingIssue.Code? {
        let text: String
        switch String.converted(from: self) {
        case .exact(let value), .converted(let value), .rounded(let value): text = value
        case .failed(let code): return code
        }
        let parts = text.isEmpty ? [] : text.cut(at: settings?.separator ?? "")
        guard parts.count <= options.limits.elements else { return beyond(.elements) }
        // A part has no token of its own: it is a value as a dictionary has them.
        let outer = unsafe (run.pointee.document, run.pointee.enclosingOffset)
        let offset = unsafe run.pointee.byteOffset(at: position)
        unsafe (run.pointee.document, run.pointee.enclosingOffset) = (nil, offset)
        defer { unsafe (run.pointee.document, run.pointee.enclosingOffset) = outer }
        var isWhole = true
        for (index, part) in parts.enumerated() {
            if !lend(.string(part), at: .index(index), of: type, to: body) { isWhole = false }
        }
        return isWhole || isLossy ? nil : .typeMismatch
    }
}

extension String {
    /// The parts between the places that have the bytes of `separator`.
    fileprivate func cut(at separator: String) -> [String] {
        let separator = Array(separator.utf8)
        guard let first = separator.first else { return [self] }
        let bytes = Array(utf8)
        var parts: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == first, bytes[index...].starts(with: separator) else {
                index += 1
                continue
            }
            parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
            index += separator.count
            start = index
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}

import FootingFormats

/// Fields that say something about the form of their values.
extension MappingPlan {
    /// Does what the field is there for, with its settings in force.
    @inline(never)
    func actInForm(
        _ index: Int,
        _ entry: Int,
        _ position: Int,
        onto place: UnsafeMutableRawPointer?,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe run.pointee.settings = fields[index].plan.settings
        unsafe run.pointee.hasFallenBack = false
        let wasSensitive = unsafe run.pointee.isSensitive
        defer {
            unsafe run.pointee.isSensitive = wasSensitive
            unsafe run.pointee.settings = nil
            unsafe run.pointee.hasFallenBack = false
        }
        guard let settings = fields[index].plan.settings?.settings else { return }
        if settings.isSensitive { unsafe run.pointee.isSensitive = true }
        let isText = unsafe run.pointee.kind(at: position) == .string
        guard settings.isEmbeddedJSON, isText else {
            unsafe act(index, entry, position, onto: place, in: run)
            return unsafe reportDroppedElements(of: entry, settings, in: run)
        }
        let source = unsafe MappingSource(run, at: position)
        unsafe run.pointee.explanation = nil
        let failure = source.withEmbeddedDocument {
            unsafe act(index, entry, 0, onto: place, in: run)
            unsafe reportDroppedElements(of: entry, settings, in: run)
        }
        guard let failure else { return }
        let explanation = unsafe run.pointee.explanation.take()
        unsafe run.pointee.refuse(
            failure,
            at: position,
            entries[entry].path,
            wanted: fields[index].plan.wanted,
            isRequired: fields[index].plan.isRequired,
            because: explanation
        )
    }

    private func reportDroppedElements(
        of entry: Int,
        _ settings: FieldSettings,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        guard settings.isLossy, unsafe run.pointee.elementFailureCount != 0 else { return }
        let start = unsafe run.pointee.report.mark
        unsafe run.pointee.reportElements(entries[entry].path, .droppedElement)
        unsafe run.pointee.report.tolerateIssues(from: (start, run.pointee.report.mark))
    }
}

extension MappingSource {
    /// Reads this text as a document, at whose first token the value is then.
    ///
    /// Returns why there is none, or `nil`.
    fileprivate func withEmbeddedDocument(_ body: () -> Void) -> MappingIssue.Code? {
        var text: String
        switch String.converted(from: self) {
        case .exact(let value), .converted(let value), .rounded(let value): text = value
        case .failed(let code): return code
        }
        let offset = unsafe run.pointee.byteOffset(at: position)
        return text.withUTF8 { buffer in
            let bytes = unsafe ByteView(buffer)
            do throws(JSONFault) {
                try JSONTape.scan(bytes).withDocument(over: bytes) { document in
                    let outer = unsafe (run.pointee.document, run.pointee.enclosingOffset)
                    unsafe (run.pointee.document, run.pointee.enclosingOffset) = (document, offset)
                    body()
                    unsafe (run.pointee.document, run.pointee.enclosingOffset) = outer
                }
                return nil
            } catch {
                return switch error.reason {
                case .depth: beyond(.depth)
                case .size: beyond(.bytes)
                default: .invalidFormat
                }
            }
        }
    }
}

import FootingBytes

/// Indices by name.
///
/// Names are compared by their bytes, as keys are: to hash a `String`, the library would normalize
/// it, which takes more than linear time if it has many combining marks.
// Unchecked, and safe because only the creator inserts names, before it shares the object.
final class NameIndices: @unchecked Sendable {
    private var memory: StringTableMemory?

    /// Creates the indices of variables; of equal names, the last one is used.
    @inline(never)
    init(_ variables: [FormatCompiler.Variable] = []) {
        for index in variables.indices { insert(variables[index].name, index) }
    }

    deinit {
        memory?.deallocate()
    }

    var count: Int { memory?.count ?? 0 }

    subscript(name: String) -> Int? {
        @inline(never)
        get {
            guard let memory else { return nil }
            var name = name
            return name.withUTF8 { memory.number(of: unsafe ByteView($0)) }
        }
    }

    @inline(never)
    func insert(_ name: String, _ index: Int) {
        var name = name
        var memory = self.memory ?? StringTableMemory()
        name.withUTF8 { _ = memory.insert(unsafe ByteView($0), number: index) }
        self.memory = memory
    }
}

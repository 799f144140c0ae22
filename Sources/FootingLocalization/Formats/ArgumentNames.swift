/// The arguments of the named specifiers in an entry of a catalog, such as `%(count)lld`.
///
/// A name stands for one argument. In the source's strings it has the position of its first
/// specifier; a name that only translations have follows after the last position.
final class ArgumentNames {
    private let indices = NameIndices()
    /// The number of arguments of the source, and of names that it lacks.
    private var count: Int32 = 0
    private var isReadingSource = true

    init(in strings: PluralForms<String>, _ variables: [FormatCompiler.Variable]) {
        for variable in variables { reserve((variable.argument ?? -1) + 1) }
        for string in strings.all { read(string, nil, first: 0) }
        for variable in variables {
            for form in variable.texts.all {
                read(form, variable.own, first: variable.argument ?? 0)
            }
        }
        isReadingSource = false
    }

    private func read(_ string: String, _ own: FormatString.Piece?, first: Int32) {
        guard string.hasByte(UInt8(ascii: "%")) else { return }
        for piece in FormatString(string, own: own, names: self).pieces where piece.kind == .value {
            switch piece.argument {
            case .next(let offset): reserve(first &+ offset &+ 1)
            case .at(let index): reserve(index &+ 1)
            }
        }
    }

    private func reserve(_ needed: Int32) { count = max(count, needed) }

    /// Returns the index of a name's argument; a new name gets the position in its specifier, or
    /// else, in the source's strings, the `next` index.
    func index(of name: String, position: Int32?, next: Int32?) -> Int32 {
        if let index = indices[name] { return Int32(clamping: index) }
        let index = position.map { $0 - 1 } ?? (isReadingSource ? next : nil) ?? count
        indices.insert(name, Int(index))
        reserve(index &+ 1)
        return index
    }
}

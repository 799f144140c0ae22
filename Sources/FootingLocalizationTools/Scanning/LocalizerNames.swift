import FootingLocalizationMembers

/// The names of localizers in a file.
struct LocalizerNames {
    private(set) var all: Set<UInt64> = []
    /// The names of declared properties, which other files can use.
    private(set) var properties: Set<UInt64> = []

    private static let type = "Localizer".keyHash
    private static let `return` = "return".keyHash
    private static let declarations = Set(["let", "var"].map(\.keyHash))
    /// The methods that return a localizer, by their names, with the labels of their arguments.
    private static let makers = [
        "localizer".keyHash: "for".keyHash,
        "fitting".keyHash: "width".keyHash,
        "isolatingArguments".keyHash: nil as UInt64?,
    ]
    /// The limit for tokens between `=` and the end of an initial value.
    private static let maximumValue = 64

    init(declaredIn file: SourceFile) {
        for (index, token) in file.tokens.enumerated() {
            if token.isName(Self.type) {
                noteType(at: index, in: file)
            } else if token.isClose("("), Self.isLocalizer(at: index, in: file) {
                noteInitialValue(endingAt: index, in: file)
            }
        }
    }

    /// Whether a closing parenthesis ends the call of a method that returns a localizer.
    static func isLocalizer(at close: Int, in file: SourceFile) -> Bool {
        let open = Int(file[close].value)
        guard file[open - 2].isSymbol("."), file[open - 1].kind == .name,
            let label = makers[file[open - 1].value]
        else { return false }
        return label.map(file[open + 1].isName) ?? true
    }

    private mutating func noteType(at index: Int, in file: SourceFile) {
        let name = file[index - 2]
        var next = file[index + 1]
        if next.kind == .postfix { next = file[index + 2] }
        // Neither in the type of a dictionary, nor a value, such as a call of the initializer.
        guard name.kind == .name, file[index - 1].isSymbol(":"), !next.isClose("["),
            !next.isOpen("("), !next.isSymbol(".")
        else { return }
        all.insert(name.value)
        if Self.declarations.contains(file[index - 3].value) { properties.insert(name.value) }
    }

    private mutating func noteInitialValue(endingAt close: Int, in file: SourceFile) {
        let next = file[close + 1]
        guard !next.isSymbol("."), next.kind != .postfix, !file.isCall(at: close + 1) else {
            return
        }
        var index = close
        for _ in 0..<Self.maximumValue where !file[index].isSymbol("=") {
            if file[index].kind == .close { index = Int(file[index].value) }
            let token = file[index]
            // Another statement or value precedes.
            if token.isSymbol(";") || token.isSymbol(",") || token.isName(Self.return) { return }
            index -= 1
            // A line begins a statement or a value, unless it goes on with a member.
            if token.isFirst, !token.isSymbol(".") { break }
        }
        let name = file[index - 1]
        if file[index].isSymbol("="), name.kind == .name,
            Self.declarations.contains(file[index - 2].value)
        {
            all.insert(name.value)
        }
    }
}

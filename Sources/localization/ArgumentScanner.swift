import FootingLocalization

/// Parses arguments: `--name value`, `--name=value`, `--name`, operands, and `--` before operands
/// that begin with a minus.
struct ArgumentScanner {
    enum Argument: Equatable {
        case option(String)
        case operand(String)
    }

    private var rest: ArraySlice<String>
    /// The latest option.
    private var name = ""
    /// The value in the same argument as that option, until it is read.
    private var attached: String?
    private var hasOnlyOperands = false

    init(_ arguments: [String]) { rest = arguments[...] }

    mutating func next() -> Argument? {
        guard let argument = rest.popFirst() else { return nil }
        if hasOnlyOperands || !argument.hasPrefix("-") || argument == "-" {
            return .operand(argument)
        }
        if argument == "--" {
            hasOnlyOperands = true
            return next()
        }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        name = String(parts[0])
        attached = parts.count == 2 ? String(parts[1]) : nil
        return .option(name)
    }

    /// The value of the latest option.
    mutating func value() throws(Misuse) -> String {
        let value = attached.take() ?? rest.popFirst()
        guard let value, !value.isEmpty else { throw Misuse("“\(name)” needs a value") }
        return value
    }

    /// The language that is the value of the latest option.
    mutating func language() throws(Misuse) -> LanguageTag {
        let value = try value()
        guard let tag = LanguageTag(value) else {
            throw Misuse("“\(value)” is not the name of a language")
        }
        return tag
    }

    /// Throws if an option without a value was given a value.
    func finish() throws(Misuse) {
        if attached != nil { throw Misuse("“\(name)” takes no value") }
    }
}

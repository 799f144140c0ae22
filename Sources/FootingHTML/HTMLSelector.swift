/// A CSS selector.
///
/// A literal needs no initializer: `page.select("a[href]")`. A string that is made at run time
/// needs one, which throws:
///
/// ```swift
/// let selector = try HTMLSelector(rule)
/// ```
///
/// The case of ASCII letters is ignored in the names of elements and attributes, but not in ids,
/// classes and values. As in CSS, it is also ignored in values of some HTML attributes, such as
/// `type` and `rel`.
public struct HTMLSelector: Sendable {
    /// The selector as it was written.
    public let string: String
    let program: SelectorProgram

    /// Creates a selector from a string of CSS.
    ///
    /// - Throws: ``HTMLError`` if the string is not a selector, or if a part of it is not
    ///   supported.
    /// - Complexity: O(*n*) in the length of the string.
    public init(_ string: String) throws(HTMLError) {
        self.string = string
        program = try SelectorParser.program(of: string)
    }
}

extension HTMLSelector: ExpressibleByStringLiteral {
    /// Creates a selector from a literal; a malformed or unsupported one traps.
    ///
    /// Each evaluation parses the literal. The compiler also prefers this initializer for a
    /// literal in parentheses, such as `HTMLSelector("a")`.
    public init(stringLiteral string: String) {
        do {
            try self.init(string)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}

extension HTMLSelector: CustomStringConvertible {
    /// The selector as it was written.
    public var description: String { string }
}

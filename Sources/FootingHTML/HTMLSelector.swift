/// A CSS selector.
///
/// A literal needs no initializer: `page.select("a[href]")`. A string that is made at run time
/// needs one, which throws:
///
/// ```swift
/// let selector = try HTMLSelector(rule)
/// ```
///
/// Type and attribute names ignore the case of ASCII letters. Ids, classes and values don't, except
/// the values of some HTML attributes such as `type` and `rel`, as CSS says.
public struct HTMLSelector: Sendable {
    /// The selector as it was written.
    public let string: String
    let program: SelectorProgram

    /// Creates a selector from a string of CSS.
    ///
    /// - Throws: ``HTMLError`` if the string is not a selector, or if it has something that is not
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
    /// The compiler also prefers this initializer for a literal in parentheses.
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

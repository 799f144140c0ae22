/// The qualified name of an error's type, for an explanation, which must not contain the error's
/// description: that may quote the value.
@usableFromInline
func scopedName(of error: any Error) -> String {
    // The full name of a private or local type contains an address in place of a scope.
    String(reflecting: type(of: error)).split(separator: ".")
        .filter { !$0.hasPrefix("(unknown context at ") }
        .joined(separator: ".")
}

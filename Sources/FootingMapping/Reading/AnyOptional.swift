/// Any `Optional`, so that one inside an `Any` can be opened.
protocol AnyOptional {
    static var wrappedType: Any.Type { get }
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    static var wrappedType: Any.Type { Wrapped.self }
    var wrapped: Any? { map { $0 } }
}

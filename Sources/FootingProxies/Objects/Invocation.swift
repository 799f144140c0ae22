/// A call without a target, as a value: a method and its arguments.
///
/// It can be stored, described, sent to other threads, and made on any number of targets:
///
/// ```swift
/// let reset = Invocation(Gauge.show(_:animated:), 0.5, false, name: "show")
/// print(reset)  // Gauge.show(0.5, false)
/// reset.call(onAll: gauges)
/// ```
///
/// Name a method with its labels, as in `Gauge.show(_:animated:)`, and pass all its arguments. For
/// a method with default arguments, use the initializer that takes a closure. Use it also for a
/// method with a closure or an `inout` parameter, which crashes the Swift 6.3 compiler. A
/// `@MainActor` method is rejected as an “ambiguous use”: call it in a closure, within
/// `MainActor.assumeIsolated { … }`, and make the call in `on(.main) { … }`.
public struct Invocation<Target, Output, Failure: Error>: Sendable {
    @usableFromInline let body: @Sendable (Target) throws(Failure) -> Output
    /// Returns the string for `description`.
    @usableFromInline let title: @Sendable () -> String
    /// The arguments, in order.
    public let arguments: [any Sendable]

    /// Creates an invocation of a method.
    ///
    /// - Parameters:
    ///   - method: The unapplied method of the type.
    ///   - arguments: All its arguments.
    ///   - name: The name of the method for `description`.
    @inlinable  // Calls take half the time if the argument types are known.
    public init<each Argument: Sendable>(
        _ method: @escaping @Sendable (Target) -> (repeat each Argument) throws(Failure) -> Output,
        _ arguments: repeat each Argument,
        name: String? = nil
    ) {
        body = { target throws(Failure) in try method(target)(repeat each arguments) }
        var list: [any Sendable] = []
        repeat list.append(each arguments)
        self.arguments = list
        title = { [list] in Self.title(name, list) }
    }

    // Not inlined: inlined into a release build, the name of a private type would differ.
    @usableFromInline
    static func title(_ name: String?, _ arguments: [any Sendable]) -> String {
        let arguments = arguments.map { "\($0)" }.joined(separator: ", ")
        return "\(Target.self)\(name.map { "." + $0 } ?? "")(\(arguments))"
    }

    /// Creates an invocation of a closure.
    ///
    /// - Parameters:
    ///   - name: The string for `description`, after the name of the type.
    ///   - body: The call.
    public init(_ name: String, _ body: @escaping @Sendable (Target) throws(Failure) -> Output) {
        self.body = body
        arguments = []
        title = { "\(Target.self).\(name)" }
    }

    /// Makes the call on one target.
    ///
    /// - Returns: The result of the method.
    /// - Throws: The error that the method throws.
    @discardableResult
    @inlinable
    public func call(on target: Target) throws(Failure) -> Output {
        try body(target)
    }

    /// Makes the call on several targets in order, until it throws.
    ///
    /// - Returns: The results, in the order of the targets.
    /// - Throws: The error that the method throws; the call is not made on the remaining targets.
    /// - Complexity: O(*n*) in the number of targets.
    @discardableResult
    public func call(onAll targets: some Sequence<Target>) throws(Failure) -> [Output] {
        var outputs: [Output] = []
        for target in targets { outputs.append(try body(target)) }
        return outputs
    }
}

extension Invocation: CustomStringConvertible {
    /// The type, the name and the arguments, as in `Gauge.show(0.0, false)`.
    public var description: String { title() }
}

extension Invocation {
    // Not `@Sendable`, unlike the plain initializer: two initializers that differ only in isolation
    // would conflict.
    //
    /// Refused: `method` belongs to the main actor; use the initializer that takes a closure.
    @_documentation(visibility: internal)
    public init<each Argument: Sendable>(
        _ method:
            @escaping (Target) ->
            @isolated(any) (repeat each Argument) throws(Failure) -> Output,
        _ arguments: repeat each Argument,
        name: String? = nil
    ) { neverCalled() }
}

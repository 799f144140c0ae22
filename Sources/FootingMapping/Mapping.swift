public import Foundation

/// A declaration of which keys of the input set which properties of a type, and in which order.
///
/// Declare a mapping once, and apply it to any number of objects from any thread:
///
/// ```swift
/// struct Person {
///     var id = 0
///     var name = ""
///     var city: String?
///     var isMember = false
///
///     static let mapping = Mapping<Person> {
///         Field("id", \.id).required()
///         Field("name", \.name).aliases("full_name", "displayName")
///         Field("address.city", \.city)
///         Field("member", \.isMember)
///     }
/// }
/// ```
///
/// An invalid value leaves its property unchanged and becomes an issue in the report; everything
/// else is set. No input traps. A key path with `!` or a subscript traps under the same conditions
/// as without a mapping.
public struct Mapping<Root>: Sendable {
    @usableFromInline
    let plan: MappingPlan

    /// Creates a mapping from fields, which are set in this order.
    public init(@FieldBuilder<Root> _ fields: () -> FieldBuilder<Root>.Fields) {
        let fields = fields()
        plan = MappingPlan(
            fields.plans,
            for: String(describing: Root.self),
            fields.checks.isEmpty ? nil : ObjectRule(Root.self, fields.checks),
            fields.unknownMembers
        )
    }

    /// Sets the properties of `root` that `dictionary` has values for.
    ///
    /// Keys are compared as Swift compares strings.
    public func apply(
        _ dictionary: [String: Any],
        to root: inout Root,
        options: MappingOptions = .standard
    ) -> MappingReport {
        update(&root, options) { plan.run(dictionary, onto: $0, options, for: .update) }
    }

    /// Sets the properties of `root` that `dictionary` has values for.
    ///
    /// Keys are compared as Swift compares strings. Setters and observers run on this thread.
    public func apply(
        _ dictionary: [String: Any],
        to root: Root,
        options: MappingOptions = .standard
    ) -> MappingReport where Root: AnyObject {
        var root = root
        return apply(dictionary, to: &root, options: options)
    }

    /// Sets the properties of `root` that the JSON document `data` has values for.
    ///
    /// Keys are compared byte for byte, once their escapes are resolved.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    /// - Throws: ``MappingError`` if `data` is not a JSON document; then nothing has been set.
    ///   Invalid values are issues in the report, not errors.
    public func apply(
        json data: Data,
        to root: inout Root,
        options: MappingOptions = .standard
    ) throws(MappingError) -> MappingReport {
        try update(&root, options) { storage throws(MappingError) in
            try plan.run(json: data, onto: storage, options, for: .update).get()
        }
    }

    private func update<Failure>(
        _ root: inout Root,
        _ options: MappingOptions,
        _ run: (Storage) throws(Failure) -> MappingPlan.Completion
    ) throws(Failure) -> MappingReport {
        guard options.isAtomic else { return try Storage.with(&root, run).report }
        // Works on a copy: a rule may refuse a nested object after other properties have been set.
        var copy = root
        let (report, isComplete) = try Storage.with(&copy, run)
        if isComplete { root = copy }
        return report
    }

    /// Sets the properties of `root` that the JSON document `data` has values for.
    ///
    /// Keys are compared byte for byte, once their escapes are resolved. Setters and observers run
    /// on this thread.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    /// - Throws: ``MappingError`` if `data` is not a JSON document; then nothing has been set.
    ///   Invalid values are issues in the report, not errors.
    public func apply(
        json data: Data,
        to root: Root,
        options: MappingOptions = .standard
    ) throws(MappingError) -> MappingReport where Root: AnyObject {
        var root = root
        return try apply(json: data, to: &root, options: options)
    }
}

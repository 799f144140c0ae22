public import Foundation

extension Mapping {
    /// Returns `initial` with its properties set from `dictionary`.
    ///
    /// An instance of a class is not copied. Pass a new one: its properties may have been set even
    /// if the result is `nil`.
    ///
    /// - Returns: The value, or `nil` if a required field is missing or could not be set; and the
    ///   report, which gives the reason.
    public func make(
        _ initial: Root,
        from dictionary: [String: Any],
        options: MappingOptions = .standard
    ) -> (value: Root?, report: MappingReport) {
        var root = initial
        let result = Storage.with(&root) { plan.run(dictionary, onto: $0, options, for: .make) }
        return (result.isComplete ? root : nil, result.report)
    }

    /// Returns `initial` with its properties set from the JSON document `data`.
    ///
    /// An instance of a class is not copied. Pass a new one: its properties may have been set even
    /// if the result is `nil`.
    ///
    /// - Returns: The value, or `nil` if a required field is missing or could not be set; and the
    ///   report, which gives the reason.
    /// - Complexity: O(*n*) in the number of bytes.
    /// - Throws: ``MappingError`` if `data` is not a JSON document.
    public func make(
        _ initial: Root,
        json data: Data,
        options: MappingOptions = .standard
    ) throws(MappingError) -> (value: Root?, report: MappingReport) {
        var root = initial
        let result = Storage.with(&root) { plan.run(json: data, onto: $0, options, for: .make) }
        let (report, isComplete) = try result.get()
        return (isComplete ? root : nil, report)
    }

    /// Returns a value for every object of an array in the JSON document `data`.
    ///
    /// Each value starts as `initial`, which is evaluated once for each. An element that is not an
    /// object, or that lacks a required field, is left out, and an issue reports its index.
    ///
    /// `path` is the key path to the array, as in a ``Field``; without it, the document is the
    /// array. A single object in place of the array is treated as an array of one, except in strict
    /// options.
    ///
    /// - Returns: The values, in the order of the array, and the report on all of them.
    /// - Complexity: O(*n*) in the number of bytes.
    /// - Throws: ``MappingError`` if `data` is not a JSON document.
    @inlinable
    public func makeArray(
        of initial: @autoclosure () -> Root,
        json data: Data,
        at path: String? = nil,
        options: MappingOptions = .standard
    ) throws(MappingError) -> (values: [Root], report: MappingReport) {
        var values: [Root] = []
        let report = try plan.forEachObject(json: data, at: path, options) { count, map in
            Self.append(initial(), of: count, to: &values, map)
        }
        return (options.isAtomic && !report.issuesAreTolerated ? [] : values, report)
    }

    /// Returns a value for every object of an array.
    ///
    /// Each value starts as `initial`, which is evaluated once for each. An element that is not an
    /// object, or that lacks a required field, is left out, and an issue reports its index.
    ///
    /// - Returns: The values, in the order of the array, and the report on all of them.
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public func makeArray(
        of initial: @autoclosure () -> Root,
        from list: [Any],
        options: MappingOptions = .standard
    ) -> (values: [Root], report: MappingReport) {
        var values: [Root] = []
        let report = plan.forEachObject(in: list, options) { count, map in
            Self.append(initial(), of: count, to: &values, map)
        }
        return (options.isAtomic && !report.issuesAreTolerated ? [] : values, report)
    }

    /// Returns a value for every object of an array in `dictionary`.
    ///
    /// Each value starts as `initial`, which is evaluated once for each. An element that is not an
    /// object, or that lacks a required field, is left out, and an issue reports its index.
    ///
    /// `path` is the key path to the array, as in a ``Field``. A single object in place of the
    /// array is treated as an array of one, except in strict options.
    ///
    /// - Returns: The values, in the order of the array, and the report on all of them.
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public func makeArray(
        of initial: @autoclosure () -> Root,
        from dictionary: [String: Any],
        at path: String,
        options: MappingOptions = .standard
    ) -> (values: [Root], report: MappingReport) {
        var values: [Root] = []
        let report = plan.forEachObject(in: dictionary, at: path, options) { count, map in
            Self.append(initial(), of: count, to: &values, map)
        }
        return (options.isAtomic && !report.issuesAreTolerated ? [] : values, report)
    }

    /// Appends `initial` with its properties set by `map`, unless a required field fails.
    @inlinable
    @inline(__always)
    static func append(
        _ initial: @autoclosure () -> Root,
        of count: Int,
        to values: inout [Root],
        _ map: (Storage) -> Bool
    ) {
        // Capped: the list may have a million numbers and no object.
        if values.isEmpty { values.reserveCapacity(min(count, 1 << 16)) }
        // Mapped inside the array: copying a value afterwards costs as much as mapping it.
        values.append(initial())
        let isComplete = Storage.with(&values[values.count - 1]) { map($0) }
        if !isComplete { values.removeLast() }
    }
}

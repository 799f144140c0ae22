#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An error that occurs when a bundle can't be located or reloaded.
///
/// Faults in a bundle's files are not thrown but collected in a ``LocalizationReport``, and
/// look-ups never fail.
public struct LocalizationError: Error, Hashable, Sendable {
    /// A kind of error.
    ///
    /// The description of a code is its name: `bundleNotFound`. A minor release may add codes, so a
    /// `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Sendable {
        /// No path that was tried leads to a bundle of that name.
        case bundleNotFound
        /// The name is empty, or is not a single path component.
        case invalidBundleName
        /// No table could be read again; those read before stay in use.
        case nothingReadable
        /// The report has issues, and ``LocalizationReport/requireClean()`` required that it has
        /// none.
        case notClean
    }

    /// The kind of error.
    public let code: Code
    /// The name of the bundle; for a store of several bundles, all names.
    public let bundleName: String
    /// The paths that were tried, in order.
    public let searchedPaths: [String]
    /// The report that is not clean; `nil` for every other code.
    public let report: LocalizationReport?

    init(
        code: Code,
        bundleName: String,
        searchedPaths: [String],
        report: LocalizationReport? = nil
    ) {
        (self.code, self.bundleName) = (code, bundleName)
        (self.searchedPaths, self.report) = (searchedPaths, report)
    }
}

extension LocalizationError: CustomStringConvertible {
    /// An English sentence that names the bundle, the remedy, and the paths that were tried; for a
    /// report, its count and first issues.
    public var description: String {
        if let report {
            let first = report.issues.prefix(3).map(\.description)
            return ([report.description] + first).joined(separator: "; ")
        }
        if code == .invalidBundleName {
            // A C string would end at a zero byte.
            let name = bundleName.split(atByte: 0, keepingEmpty: true).joined(separator: "\\0")
            return "Could not locate a bundle: " + name.quoted + " is not a single name."
        }
        let paths =
            searchedPaths.isEmpty ? "no place at all" : searchedPaths.joined(separator: ", ")
        if code == .nothingReadable {
            return
                "Could not read any table of " + bundleName.quoted
                + " again; those read before stay in use. Tried: " + paths + "."
        }
        return
            "Could not locate bundle " + bundleName.quoted
            + ": copy it beside the program, or set LOCALIZED_RESOURCES_PATH to its parent folder. "
            + "Tried: " + paths + "."
    }
}

extension LocalizationError: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

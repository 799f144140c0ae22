#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The reason a bundle could not be had, or not be read again.
///
/// Only what leaves nothing to work with is thrown. Faults inside a bundle's files are collected in
/// a ``LocalizationReport``, and look-ups never fail.
public struct LocalizationError: Error, Hashable, Sendable {
    /// A kind of failure that a caller can act on.
    ///
    /// As a text, a code is its name: `bundleNotFound`. More kinds may be added in a minor release,
    /// so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Sendable {
        /// No place that was tried holds a bundle of that name.
        case bundleNotFound
        /// The name is empty, or is a path instead of a single component of one.
        case invalidBundleName
        /// No table could be read again; those read before stay in use.
        case nothingReadable
    }

    /// The kind of failure.
    public let code: Code
    /// The name that was asked for; of a store of several bundles, all names.
    public let bundleName: String
    /// Every place that was tried, in order.
    public let searchedPaths: [String]
}

extension LocalizationError: CustomStringConvertible {
    /// A sentence that names the bundle and lists every place tried.
    public var description: String {
        if code == .invalidBundleName {
            // A text of C would end at a zero byte.
            let name = bundleName.split(atByte: 0, keepingEmpty: true).joined(separator: "\\0")
            return "Could not locate a bundle: “\(name)” is not a single name."
        }
        let places =
            searchedPaths.isEmpty ? "no place at all" : searchedPaths.joined(separator: ", ")
        if code == .nothingReadable {
            return
                "Could not read any table of “\(bundleName)” again; those read before stay in use. "
                + "Tried: \(places)."
        }
        return "Could not locate bundle “\(bundleName)”. Tried: \(places)."
    }
}

extension LocalizationError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}

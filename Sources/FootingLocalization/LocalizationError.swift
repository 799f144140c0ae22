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
    /// More kinds may be added in a minor release, so a `switch` over them needs a `default`.
    public struct Code: Hashable, Sendable {
        fileprivate enum Kind: String { case bundleNotFound, invalidBundleName, nothingReadable }
        fileprivate let kind: Kind

        /// No place that was tried holds a bundle of that name.
        public static let bundleNotFound = Code(kind: .bundleNotFound)
        /// The name is empty, or is a path instead of a single component of one.
        public static let invalidBundleName = Code(kind: .invalidBundleName)
        /// No table could be read again; those read before stay in use.
        public static let nothingReadable = Code(kind: .nothingReadable)
    }

    /// The kind of failure.
    public let code: Code
    /// The name that was asked for; of a store of several bundles, all names.
    public let bundleName: String
    /// Every place that was tried, in order.
    public let searchedPaths: [String]
}

extension LocalizationError.Code: CustomStringConvertible {
    /// The code's name: `bundleNotFound`.
    public var description: String { kind.rawValue }
}

extension LocalizationError: CustomStringConvertible {
    /// A sentence that names the bundle and lists every place tried.
    public var description: String {
        switch code {
        case .invalidBundleName:
            "Could not locate a bundle: “\(bundleName.replacing("\0", with: "\\0"))” is not a "
                + "single name."
        case .nothingReadable:
            "Could not read any table of “\(bundleName)” again; those read before stay in use. "
                + "Tried: \(searchedPaths.joined(separator: ", "))."
        default:
            "Could not locate bundle “\(bundleName)”. Tried: "
                + (searchedPaths.isEmpty
                    ? "no place at all" : searchedPaths.joined(separator: ", "))
                + "."
        }
    }
}

extension LocalizationError: LocalizedError {
    /// The same sentence as ``description``, in English.
    public var errorDescription: String? { description }
}

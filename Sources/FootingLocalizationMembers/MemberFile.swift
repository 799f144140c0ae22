package import FootingLocalization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A Swift file with a member of `LocalizedMessage` for each key of some tables.
package struct MemberFile: Sendable {
    /// The content; equal for equal tables.
    package let content: String
    /// Faults in the tables, in the format of compilers.
    package let warnings: [String]

    /// The first line of each file, by which searches for keys pass it over.
    package static let header = "// Generated from string tables: edit the tables instead."

    /// Creates the file.
    ///
    /// - Parameters:
    ///   - paths: The paths of the tables.
    ///   - language: The development language; a catalog names its own.
    ///   - access: The access level of the members.
    /// - Complexity: O(*n* log *n*) in the size of the tables.
    package init(tablesAt paths: [String], language: LanguageTag, access: AccessLevel) {
        let prefix = access == .internal ? "" : "\(access.rawValue) "
        let search = MemberSearch(tablesAt: paths, language: language)
        warnings = search.warnings
        var blocks: [String] = []
        for (type, members) in search.members {
            let isNested = !type.isEmpty
            let indentation = isNested ? "        " : "    "
            let members = members.map { $0.declaration(access: prefix, indentation: indentation) }
            let block = members.joined(separator: "\n")
            blocks.append(isNested ? "    \(prefix)enum \(type) {\n\(block)    }\n" : block)
        }
        let body = blocks.joined(separator: "\n")
        content =
            "\(Self.header)\n// swift-format-ignore-file\n\n\(prefix)import FootingLocalization\n"
            + (blocks.isEmpty ? "" : "\nextension LocalizedMessage {\n\(body)}\n")
    }
}

extension String {
    /// Writes the text into a file, unless it is there already; returns the fault if that is
    /// impossible.
    package func writeIfChanged(to path: String) -> String? {
        let bytes = Array(utf8)
        guard LocalizationStore.contents(ofFileAt: path) != bytes else { return nil }
        do {
            try Data(bytes).write(to: URL(filePath: path), options: .atomic)
            return nil
        } catch {
            return "The file can't be written: check the folder and its permissions. (\(error))"
        }
    }
}

/// The access level of generated members.
package enum AccessLevel: String, Sendable, CaseIterable {
    case `internal`, package, `public`
}

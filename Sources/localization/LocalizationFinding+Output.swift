import FootingLocalizationMembers
import FootingLocalizationTools

extension LocalizationFinding {
    /// An error about a path itself.
    static func unreadable(_ path: String, _ message: String) -> Self {
        Self(.unreadable, at: FindingLocation(file: path), message)
    }

    static func noTables(in path: String, _ message: String) -> Self {
        Self(.noTables, at: FindingLocation(file: path), message)
    }
}

/// The differences between platforms, apart from the system calls.
///
/// `CExtendedAttributes` handles the differences of the system calls.
enum Platform {
    #if canImport(Darwin)
    /// The system's limit for names, in bytes.
    static let longestName = 127
    /// Whether the prefix of a name, up to its first dot, decides who may use the attribute.
    static let hasNamespaces = false
    /// The attribute that marks a file for exclusion from backups.
    static let backupExclusion = BackupExclusion.apple
    #else
    /// The system's limit for names, in bytes.
    static let longestName = 255
    /// Whether the prefix of a name, up to its first dot, decides who may use the attribute.
    static let hasNamespaces = true
    /// The attribute that marks a file for exclusion from backups.
    static let backupExclusion = BackupExclusion.freedesktop
    #endif
}

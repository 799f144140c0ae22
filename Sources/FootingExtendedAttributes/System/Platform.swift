/// The differences between platforms above the system calls.
///
/// How the calls themselves differ is known to `CExtendedAttributes` alone.
enum Platform {
    #if canImport(Darwin)
    /// The longest name that the system takes, in bytes.
    static let longestName = 127
    /// Whether the text up to a name's first dot decides who may use the attribute.
    static let hasNamespaces = false
    /// How a file asks to be left out of backups.
    static let backupExclusion = BackupExclusion.apple
    #else
    /// The longest name that the system takes, in bytes.
    static let longestName = 255
    /// Whether the text up to a name's first dot decides who may use the attribute.
    static let hasNamespaces = true
    /// How a file asks to be left out of backups.
    static let backupExclusion = BackupExclusion.freedesktop
    #endif
}

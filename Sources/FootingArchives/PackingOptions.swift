/// The options of calls that pack a folder into an archive.
///
/// Change a copy of a preset, ``standard`` or ``reproducible``.
public struct PackingOptions: Hashable, Sendable {
    /// The compression level.
    public var level = CompressionLevel.standard
    /// The choice of whether the archive is created, replaced, or both.
    ///
    /// An archive that replaces a file gets the permissions of that file.
    public var mode = ArchiveOptions.WriteMode.createOnly
    /// Whether the name of the folder precedes all paths.
    public var includesFolderName = false
    /// Whether the same files have the same bytes on every machine: dates are 1980-01-01, and
    /// permissions 0755 for folders and for files that their owner may execute, else 0644.
    public var isReproducible = false

    /// The options that keep dates, and permissions as nine bits.
    public static let standard = PackingOptions()
    /// The options by which the same files have the same bytes on every machine.
    public static let reproducible = PackingOptions(isReproducible: true)
}

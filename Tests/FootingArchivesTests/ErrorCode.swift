import FootingArchives

/// Returns the code of the error that `body` throws, or `nil` without an `ArchiveError`.
func code(_ body: () throws -> Void) -> ArchiveError.Code? {
    do {
        try body()
        return nil
    } catch {
        return (error as? ArchiveError)?.code
    }
}

/// Calls `body`, which counts its changes, and adds their number to an error that it throws.
func countingChanges(
    _ body: (inout Int) throws(ExtendedAttributeError) -> Void
) throws(ExtendedAttributeError) {
    var progress = 0
    do throws(ExtendedAttributeError) {
        try body(&progress)
    } catch {
        var error = error
        error.completedCount = progress
        throw error
    }
}

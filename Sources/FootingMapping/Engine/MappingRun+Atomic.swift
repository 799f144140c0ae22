/// All or nothing.
extension MappingRun {
    /// Does `work`, which is told whether to store what it converts.
    ///
    /// In atomic options it is done without storing first, and that is all if there is an issue.
    static func carryOut(_ run: UnsafeMutablePointer<MappingRun>, _ work: (_ stores: Bool) -> Void)
    {
        guard unsafe run.pointee.options.isAtomic else { return work(true) }
        let listed = unsafe run.pointee.values.count
        unsafe run.pointee.isRehearsal = true
        work(false)
        unsafe run.pointee.isRehearsal = false
        guard unsafe run.pointee.report.issuesAreTolerated else {
            unsafe run.pointee.report.appliedCount = 0
            unsafe run.pointee.report.convertedCount = 0
            // Nothing is made either, whichever field it was.
            unsafe run.pointee.requiredFailureCount &+= 1
            return
        }
        unsafe run.pointee.values.removeSubrange(listed...)
        unsafe run.pointee.report = MappingReport()
        unsafe run.pointee.requiredFailureCount = 0
        unsafe run.pointee.path = []
        unsafe run.pointee.depth = 1
        work(true)
    }
}

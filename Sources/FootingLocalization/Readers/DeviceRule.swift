enum DeviceRule {
    /// Returns the indices of `devices` in the order of preference: `device`, which defaults to the
    /// platform's, then `other`, then the most frequent devices, then the rest by name.
    static func order(_ devices: [String], for device: String?) -> [Int] {
        let preferred = [device ?? platformDevice ?? "other", "other", "mac", "iphone"]
        let ranks = devices.map { String(preferred.firstIndex(of: $0) ?? preferred.count) + $0 }
        return FootingLocalization.order(of: ranks)
    }
}

/// Which of the texts for devices is ours.
enum DeviceRule {
    /// The devices that have a text, the best for the platform first.
    ///
    /// That is the platform's own, then `other`, then those that most tables have, then by name.
    static func order(_ devices: some Sequence<String>) -> [String] {
        let preferred = [platformDevice, "other", "mac", "iphone"]
        let sorted = devices.sorted()
        return preferred.compactMap { $0 }.filter { sorted.contains($0) }
            + sorted.filter { !preferred.contains($0) }
    }
}

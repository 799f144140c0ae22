/// Which of the texts for devices is ours.
enum DeviceRule {
    /// The indices of the devices that have a text, the best for a device first; `nil` is that of
    /// the platform.
    ///
    /// That is the device's own, then `other`, then those that most tables have, then by name.
    static func order(_ devices: [String], for device: String?) -> [Int] {
        var order: [Int] = []
        for name in [device ?? platformDevice ?? "other", "other", "mac", "iphone"] {
            if let index = devices.firstIndex(of: name), !order.contains(index) {
                order.append(index)
            }
        }
        let preferred = order
        for index in sortedIndices(of: devices) where !preferred.contains(index) {
            order.append(index)
        }
        return order
    }
}

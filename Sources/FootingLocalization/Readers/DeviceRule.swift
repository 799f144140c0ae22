/// The name that device rules have for this platform; `nil` where they have none.
#if os(macOS) || targetEnvironment(macCatalyst)
let platformDevice: String? = "mac"
#elseif os(watchOS)
let platformDevice: String? = "applewatch"
#elseif os(tvOS)
let platformDevice: String? = "appletv"
#elseif os(visionOS)
let platformDevice: String? = "applevision"
#elseif os(iOS)
let platformDevice: String? = "iphone"
#else
let platformDevice: String? = nil
#endif

/// Which of the texts for devices is ours.
enum DeviceRule {
    /// The indices of the devices that have a text, the best for a device first; `nil` is that of
    /// the platform.
    ///
    /// That is the device's own, then `other`, then those that most tables have, then by name.
    static func order(_ devices: [String], for device: String?) -> [Int] {
        let preferred = [device ?? platformDevice ?? "other", "other", "mac", "iphone"]
        return Array(devices.indices).sorted {
            let rank = preferred.firstIndex(of: devices[$0]) ?? preferred.count
            return String(rank) + devices[$0]
        }
    }
}

import Foundation

/// A clock on a wall in a time zone.
///
/// What it shows is written as the seconds since 1970 at which a clock in UTC shows the same.
struct LocalClock: Hashable, Sendable {
    private let zone: TimeZone
    /// What a zone that never changes is ahead of UTC.
    private let fixedOffset: Int?

    init(_ zone: TimeZone) {
        self.zone = zone
        let offset = zone.secondsFromGMT()
        fixedOffset = zone == TimeZone(secondsFromGMT: offset) ? offset : nil
    }

    /// What the clock shows at a moment.
    func time(at moment: Int) -> Int { moment &+ (fixedOffset ?? offset(at: moment)) }

    /// The moment at which the clock shows `time`, or `nil` if it never does, or does so twice.
    func moment(showing time: Int) -> Int? {
        if let fixedOffset { return time &- fixedOffset }
        let moments = moments(showing: time)
        return moments.earlier == moments.later ? moments.earlier : nil
    }

    /// The first moment of the day that begins when a clock shows `midnight`, or `nil` if the zone
    /// has left out that day.
    func firstMoment(ofDayFrom midnight: Int) -> Int? {
        if let fixedOffset { return midnight &- fixedOffset }
        if let moment = moments(showing: midnight).earlier { return moment }
        // Midnight is skipped: the day begins where the clock jumps.
        let offset = offset(at: midnight &+ Self.day)
        var before = midnight &- offset
        var after = midnight &- self.offset(at: midnight &- Self.day)
        while after &- before > 1 {
            let middle = before &+ (after &- before) / 2
            if self.offset(at: middle) == offset { after = middle } else { before = middle }
        }
        return after &+ offset < midnight &+ Self.day ? after : nil
    }

    /// No zone is a whole day off, and none changes twice in two days.
    private static let day = 86_400

    private func moments(showing time: Int) -> (earlier: Int?, later: Int?) {
        let before = offset(at: time &- Self.day)
        let after = offset(at: time &+ Self.day)
        guard before != after else { return (time &- before, time &- before) }
        let moments = [time &- before, time &- after].filter { $0 &+ offset(at: $0) == time }
        return (moments.min(), moments.max())
    }

    private func offset(at moment: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
    }
}

import Foundation

/// The local time of a time zone.
///
/// A local time is represented by the seconds since 1970 of the same time in UTC.
struct LocalClock: Hashable, Sendable {
    private let zone: TimeZone
    /// The offset from UTC in seconds, if the zone never changes it.
    private let fixedOffset: Int?

    init(_ zone: TimeZone) {
        self.zone = zone
        let offset = zone.secondsFromGMT()
        fixedOffset = zone == TimeZone(secondsFromGMT: offset) ? offset : nil
    }

    /// The local time at a moment.
    func time(at moment: Int) -> Int { moment &+ (fixedOffset ?? offset(at: moment)) }

    /// The moment with the local time `time`, or `nil` if the zone skips or repeats it.
    func moment(showing time: Int) -> Int? {
        if let fixedOffset { return time &- fixedOffset }
        let moments = moments(showing: time)
        return moments.earlier == moments.later ? moments.earlier : nil
    }

    /// The first moment of the day that starts at the local time `midnight`, or `nil` if the zone
    /// skips that day.
    func firstMoment(ofDayFrom midnight: Int) -> Int? {
        if let fixedOffset { return midnight &- fixedOffset }
        if let moment = moments(showing: midnight).earlier { return moment }
        // The zone skips midnight: the day starts at the transition.
        let offset = offset(at: midnight &+ Self.day)
        var before = midnight &- offset
        var after = midnight &- self.offset(at: midnight &- Self.day)
        while after &- before > 1 {
            let middle = before &+ (after &- before) / 2
            if self.offset(at: middle) == offset { after = middle } else { before = middle }
        }
        return after &+ offset < midnight &+ Self.day ? after : nil
    }

    /// The seconds of a day: no offset is as large, and no zone changes twice in two days.
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

import FootingBytes
import FootingFormats
import Foundation

extension DateFormat {
    func read(text: ByteView) -> MappingConversion<Date> {
        switch kind {
        case .rfc3339:
            guard case .moment(let moment) = DateText(text) else { break }
            return Date.converted(moment)
        case .iso8601(let clock):
            switch DateText(text) {
            case .moment(let moment):
                return Date.converted(moment)
            case .clockTime(let time):
                guard let seconds = clock.moment(showing: time.seconds) else { break }
                return Date.converted(Timestamp(seconds: seconds, nanoseconds: time.nanoseconds))
            case .day, nil:
                break
            }
        case .date(let clock):
            guard case .day(let day) = DateText(text),
                let seconds = clock.firstMoment(ofDayFrom: day.seconds)
            else { break }
            return Date.converted(Timestamp(seconds: seconds, nanoseconds: 0))
        case .pattern(let pattern, let clock):
            guard let reading = pattern.reading(of: text), let time = reading.clockTime else {
                break
            }
            let seconds =
                if let offset = reading.offset {
                    Optional(time &- offset)
                } else if pattern.hasHour {
                    clock.moment(showing: time)
                } else {
                    clock.firstMoment(ofDayFrom: time)
                }
            guard let seconds else { break }
            return Date.converted(Timestamp(seconds: seconds, nanoseconds: reading.nanoseconds))
        case .epochString, .epochMillisecondsString:
            guard let number = text.number else { break }
            return time(number.double)
        case .epochSeconds, .epochMilliseconds:
            return .failed(.typeMismatch)
        case .unusable:
            return .failed(.unusableFormat)
        }
        return .failed(.invalidFormat)
    }

    func read(_ number: MappingConversion<Double>) -> MappingConversion<Date> {
        isNumeric ? time(number) : .failed(isUsable ? .typeMismatch : .unusableFormat)
    }

    private func time(_ number: MappingConversion<Double>) -> MappingConversion<Date> {
        switch number {
        case .refused(let refusal): .refused(refusal)
        case .rounded(let value): Date.converted(time: value / unitsPerSecond, .rounded)
        case .exact(let value), .converted(let value), .fallback(let value):
            Date.converted(time: value / unitsPerSecond)
        }
    }

    /// The number of units in a second that a number in this format counts.
    var unitsPerSecond: Double {
        kind == .epochMilliseconds || kind == .epochMillisecondsString ? 1_000 : 1
    }

    var isNumeric: Bool { kind == .epochSeconds || kind == .epochMilliseconds }
}

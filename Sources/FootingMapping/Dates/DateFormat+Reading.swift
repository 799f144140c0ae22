import FootingBytes
import FootingFormats
import Foundation

/// The result of reading one value in one format.
enum DateOutcome {
    case moment(Timestamp)
    /// Seconds since 1970.
    case time(Double, isRounded: Bool)
    case failed(MappingIssue.Code)
    /// The format does not apply to values of this kind.
    case otherKind
}

extension DateFormat {
    func read(text: ByteView) -> DateOutcome {
        switch kind {
        case .rfc3339:
            guard case .moment(let moment) = DateText(text) else { break }
            return .moment(moment)
        case .iso8601(let clock):
            switch DateText(text) {
            case .moment(let moment):
                return .moment(moment)
            case .clockTime(let time):
                guard let seconds = clock.moment(showing: time.seconds) else { break }
                return .moment(Timestamp(seconds: seconds, nanoseconds: time.nanoseconds))
            case .day, nil:
                break
            }
        case .date(let clock):
            guard case .day(let day) = DateText(text),
                let seconds = clock.firstMoment(ofDayFrom: day.seconds)
            else { break }
            return .moment(Timestamp(seconds: seconds, nanoseconds: 0))
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
            return .moment(Timestamp(seconds: seconds, nanoseconds: reading.nanoseconds))
        case .epochString, .epochMillisecondsString:
            guard let number = text.number else { break }
            return time(number)
        case .epochSeconds, .epochMilliseconds:
            return .otherKind
        case .unusable:
            return .failed(.unusableFormat)
        }
        return .failed(.invalidFormat)
    }

    func read(_ number: NumberText) -> DateOutcome {
        isNumeric ? time(number) : unfit
    }

    func read(_ number: Double) -> DateOutcome {
        isNumeric ? .time(number / unitsPerSecond, isRounded: false) : unfit
    }

    private func time(_ number: NumberText) -> DateOutcome {
        switch number.double {
        case .exact(let value): .time(value / unitsPerSecond, isRounded: false)
        case .rounded(let value): .time(value / unitsPerSecond, isRounded: true)
        case .tooLarge: .failed(.outOfRange)
        }
    }

    /// The number of units in a second that a number in this format counts.
    var unitsPerSecond: Double {
        kind == .epochMilliseconds || kind == .epochMillisecondsString ? 1_000 : 1
    }

    var isNumeric: Bool { kind == .epochSeconds || kind == .epochMilliseconds }

    private var unfit: DateOutcome { isUsable ? .otherKind : .failed(.unusableFormat) }
}

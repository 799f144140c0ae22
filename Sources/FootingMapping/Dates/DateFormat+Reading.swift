import FootingFormats
import FootingTexts
import Foundation

/// The result of reading one value in one format.
enum DateOutcome {
    case moment(seconds: Int, nanoseconds: Int)
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
            return .moment(seconds: moment.seconds, nanoseconds: moment.nanoseconds)
        case .iso8601(let clock):
            switch DateText(text) {
            case .moment(let moment):
                return .moment(seconds: moment.seconds, nanoseconds: moment.nanoseconds)
            case .clockTime(let time):
                guard let seconds = clock.moment(showing: time.seconds) else { break }
                return .moment(seconds: seconds, nanoseconds: time.nanoseconds)
            case .day, nil:
                break
            }
        case .date(let clock):
            guard case .day(let day) = DateText(text),
                let seconds = clock.firstMoment(ofDayFrom: day.seconds)
            else { break }
            return .moment(seconds: seconds, nanoseconds: 0)
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
            return .moment(seconds: seconds, nanoseconds: reading.nanoseconds)
        case .epochString:
            guard let number = text.number else { break }
            return DateFormat.epochSeconds.read(number)
        case .epochSeconds, .epochMilliseconds:
            return .otherKind
        case .unusable:
            return .failed(.unusableFormat)
        }
        return .failed(.invalidFormat)
    }

    func read(_ number: NumberText) -> DateOutcome {
        switch number.double {
        case .exact(let value): read(value, isRounded: false)
        case .rounded(let value): read(value, isRounded: true)
        case .tooLarge: takesNumbers ? .failed(.outOfRange) : unfit
        }
    }

    func read(_ number: Double, isRounded: Bool) -> DateOutcome {
        switch kind {
        case .epochSeconds: .time(number, isRounded: isRounded)
        case .epochMilliseconds: .time(number / 1_000, isRounded: isRounded)
        default: unfit
        }
    }

    var takesNumbers: Bool { kind == .epochSeconds || kind == .epochMilliseconds }

    private var unfit: DateOutcome { isUsable ? .otherKind : .failed(.unusableFormat) }
}

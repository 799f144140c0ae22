@testable import FootingBytes
@testable import FootingFormats
import Foundation

/// The promises of the readers of dates and UUIDs for any bytes.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct TextPromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        checkDate()
        checkUUID()
        checkMoment()
    }

    private static func withView<Result>(_ bytes: [UInt8], _ body: (ByteView) -> Result) -> Result {
        unsafe bytes.withUnsafeBytes { unsafe body(ByteView($0)) }
    }

    private func checkDate() {
        let date = Self.withView(bytes) { DateText($0) }
        let reference = Self.reference(bytes)
        expect(date == reference, "read as another date")
        if let date { checkWriting(date.said) }
    }

    /// The same, by the shape of the text.
    private static func reference(_ bytes: [UInt8]) -> DateText? {
        guard bytes.count <= 40 else { return nil }
        let shape = String(
            decoding: bytes.map { 0x30...0x39 ~= $0 ? 0x30 : min($0, 0x7F) },
            as: UTF8.self
        )
        guard shape.hasPrefix("0000-00-00") else { return nil }
        func number(_ range: Range<Int>) -> Int {
            bytes[range].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        }
        guard let days = days(number(0..<4), number(5..<7), number(8..<10)) else { return nil }
        var seconds = days * 86_400
        if shape.utf8.count == 10 { return .day(Timestamp(seconds: seconds, nanoseconds: 0)) }

        guard shape.utf8.count >= 19, ["T", "t", " "].contains(shape.dropFirst(10).prefix(1)),
            shape.dropFirst(11).hasPrefix("00:00:00"),
            number(11..<13) < 24, number(14..<16) < 60, number(17..<19) < 60
        else { return nil }
        seconds += number(11..<13) * 3_600 + number(14..<16) * 60 + number(17..<19)

        var rest = shape.dropFirst(19)
        var nanoseconds = 0
        if rest.hasPrefix(".") {
            let digits = rest.dropFirst().prefix { $0 == "0" }.count
            guard 1...9 ~= digits else { return nil }
            nanoseconds = number(20..<20 + digits)
            for _ in digits..<9 { nanoseconds *= 10 }
            rest = rest.dropFirst(1 + digits)
        }
        let start = bytes.count - rest.utf8.count
        switch rest {
        case "": return .clockTime(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        case "Z", "z": break
        case "+00:00", "-00:00", "+0000", "-0000":
            let hours = number(start + 1..<start + 3)
            let minutes = number(bytes.count - 2..<bytes.count)
            guard hours < 24, minutes < 60 else { return nil }
            let offset = hours * 3_600 + minutes * 60
            seconds -= rest.hasPrefix("-") ? -offset : offset
        default: return nil
        }
        return .moment(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }

    /// The days since 1970, counted by years and months.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
        func isLeap(_ year: Int) -> Bool {
            year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
        }
        let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard 1...12 ~= month, 1...lengths[month - 1] ~= day else { return nil }
        // The years 0 to `year - 1`, of which the year 0 is a leap year; 719 528 days before 1970.
        let last = year - 1
        let leapYears = year == 0 ? 0 : last / 4 - last / 100 + last / 400 + 1
        return year * 365 + leapYears + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_528
    }

    /// A moment that is written is read as the same moment.
    private func checkWriting(_ moment: Timestamp) {
        var isWritten = false
        let text = [UInt8](capacity: Timestamp.longestText) { span in
            isWritten = moment.write(to: &span)
        }
        let isWritable = -62_167_219_200..<253_402_300_800 ~= moment.seconds
        expect(isWritten == isWritable, "a moment that can't be written, or should not be")
        guard isWritten else { return }
        expect(Self.withView(text) { DateText($0) } == .moment(moment), "written as another moment")
    }

    private func checkUUID() {
        let uuid = Self.withView(bytes) { UUIDText.bytes(of: $0) }.map { UUID(uuid: $0) }
        // Foundation takes `-7` for two digits as well.
        let groups = String(decoding: bytes, as: UTF8.self).split(
            separator: "-",
            omittingEmptySubsequences: false
        )
        let hasShape =
            groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
            && groups.joined().unicodeScalars.allSatisfy { $0.properties.isASCIIHexDigit }
        let reference = hasShape ? UUID(uuidString: groups.joined(separator: "-")) : nil
        expect(uuid == reference, "read as another UUID")
        guard let uuid else { return }
        let written = [UInt8](capacity: UUIDText.length) { UUIDText.write(uuid.uuid, to: &$0) }
        expect(written == Array(uuid.uuidString.utf8), "written as another UUID")
    }

    /// Reads the first eight bytes as a number of seconds, which may be any.
    private func checkMoment() {
        guard bytes.count >= 8 else { return }
        let pattern = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let time = Double(bitPattern: pattern)
        guard let moment = Timestamp(secondsSince2001: time) else { return }
        expect(0..<1_000_000_000 ~= moment.nanoseconds, "more than a second")
        let read = moment.secondsSince2001
        expect(abs(read - time) <= 1e-9 + time.ulp, "another moment")
        // Nearer to 2001, a date may be finer than a nanosecond.
        expect(read == time || abs(time) < 97 * 86_400, "a date that nine digits change")
        expect(Timestamp(secondsSince2001: read)?.secondsSince2001 == read, "a date that drifts")
        checkWriting(moment)
        // A string that is a digit shorter is another date.
        var unit = 10
        while moment.nanoseconds > 0, moment.nanoseconds.isMultiple(of: unit) { unit *= 10 }
        guard read == time, unit <= 1_000_000_000 else { return }
        for step in 0...1 {
            let nanoseconds = (moment.nanoseconds / unit + step) * unit
            let carry = nanoseconds / 1_000_000_000
            let shorter = Timestamp(
                seconds: moment.seconds + carry,
                nanoseconds: nanoseconds - carry * 1_000_000_000
            )
            let isShorter = moment.nanoseconds > 0
            expect(!isShorter || shorter.secondsSince2001 != time, "more digits than needed")
        }
    }
}

extension DateText {
    fileprivate var said: Timestamp {
        switch self {
        case .moment(let moment), .clockTime(let moment), .day(let moment): moment
        }
    }
}

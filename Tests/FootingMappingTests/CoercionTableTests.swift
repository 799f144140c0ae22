import FootingMapping
import Foundation
import XCTest

/// Checks every row of ``CoercionTable`` with every format of input and by every reader.
final class CoercionTableTests: XCTestCase {
    func testEveryRowHoldsInEveryFormatThroughMapping() throws {
        try check(.mapping)
    }

    func testEveryRowHoldsInEveryFormatThroughAWrapper() throws {
        try check(.wrapper)
    }

    func testEveryRowHoldsInEveryFormatThroughDecode() throws {
        try check(.decode)
    }

    func testValuesThatStrictTakesStandardTakesAsTheSame() throws {
        for row in CoercionTable.rows {
            for input in try InputFormat.bytes.inputs(row).inputs {
                let reader = TableReader.mapping.outcome
                let strict = try reader(row.target, row.setting, input, .strict)
                switch strict {
                case .issue, .dropped: continue
                default: break
                }
                let standard = try reader(row.target, row.setting, input, .standard)
                XCTAssertEqual(standard, strict, "\(row)")
            }
        }
    }

    func testEveryTargetHasRows() {
        XCTAssertGreaterThan(CoercionTable.rows.count, 450)
        XCTAssertGreaterThan(Set(CoercionTable.rows.map { "\($0.target)" }).count, 35)
    }

    private func check(_ reader: TableReader) throws {
        let rows = CoercionTable.rows
        var skipped: [String: Int] = [:]
        for format in InputFormat.allCases {
            var checked = 0
            for row in rows {
                if reader.isDecoder, let reason = row.notThroughDecoder {
                    skipped["\(reader.name): \(reason)", default: 0] += 1
                    continue
                }
                let (inputs, reason) = try format.inputs(row)
                if let reason { skipped["\(format.rawValue): \(reason)", default: 0] += 1 }
                for input in inputs {
                    checked += 1
                    for (preset, options, expected) in row.expectations(from: format) {
                        XCTAssertEqual(
                            try reader.outcome(row.target, row.setting, input, options),
                            expected,
                            "\(reader.name), \(format.rawValue), \(preset): \(row)"
                        )
                    }
                }
            }
            print("\(reader.name): \(checked) values as \(format.rawValue)")
            XCTAssertGreaterThan(checked, 100, format.rawValue)
        }
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
            print("  \(count) not as \(reason)")
        }
    }
}

import FootingMapping
import Foundation
import XCTest

/// Checks every row of ``CoercionTable`` with every form of input and through every door.
final class CoercionTableTests: XCTestCase {
    func testEveryRowHoldsInEveryFormThroughMapping() throws {
        try check(.mapping)
    }

    func testEveryRowHoldsInEveryFormThroughUpdate() throws {
        try check(.update)
    }

    func testEveryRowHoldsInEveryFormThroughUpdateOfAWrapper() throws {
        try check(.wrapper)
    }

    func testEveryRowHoldsInEveryFormThroughDecode() throws {
        try check(.decode)
    }

    func testValuesThatStrictTakesStandardTakesAsTheSame() throws {
        for row in CoercionTable.rows {
            for input in try InputForm.bytes.inputs(row).inputs {
                let door = Door.mapping.outcome
                let strict = try door(row.target, row.form, input, .strict)
                switch strict {
                case .issue, .dropped: continue
                default: break
                }
                let standard = try door(row.target, row.form, input, .standard)
                XCTAssertEqual(standard, strict, "\(row)")
            }
        }
    }

    func testEveryTargetHasRows() {
        XCTAssertGreaterThan(CoercionTable.rows.count, 450)
        XCTAssertGreaterThan(Set(CoercionTable.rows.map { "\($0.target)" }).count, 35)
    }

    private func check(_ door: Door) throws {
        let rows = CoercionTable.rows
        var skipped: [String: Int] = [:]
        for form in InputForm.allCases {
            var checked = 0
            for row in rows {
                if door.isDecoder, let reason = row.notThroughDecoder {
                    skipped["\(door.name): \(reason)", default: 0] += 1
                    continue
                }
                let (inputs, reason) = try form.inputs(row)
                if let reason { skipped["\(form.rawValue): \(reason)", default: 0] += 1 }
                for input in inputs {
                    checked += 1
                    for (preset, options, expected) in row.expectations(from: form) {
                        XCTAssertEqual(
                            try door.outcome(row.target, row.form, input, options),
                            expected,
                            "\(door.name), \(form.rawValue), \(preset): \(row)"
                        )
                    }
                }
            }
            print("\(door.name): \(checked) values as \(form.rawValue)")
            XCTAssertGreaterThan(checked, 100, form.rawValue)
        }
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
            print("  \(count) not as \(reason)")
        }
    }
}

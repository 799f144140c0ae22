import FootingExtendedAttributes
import Foundation
import XCTest

/// The result of a call, without the bytes.
enum Answer: Equatable {
    /// A value was read, stored or removed, or the name was listed.
    case done
    /// The attribute was missing, or the name was not listed.
    case nothing
    /// An error; without a number, no system call was made.
    case refused(ExtendedAttributeError.Code, Int32?)
}

/// The calls that use one attribute.
enum Call: CaseIterable {
    case read, lend, decode
    case set, encode, create, require
    case remove, list

    var operation: ExtendedAttributeError.Operation {
        switch self {
        case .read, .lend, .decode: .read
        case .set, .encode, .create, .require: .set
        case .remove: .remove
        case .list: .list
        }
    }

    /// Makes the call, and returns false for a missing attribute.
    func make(
        _ attributes: ExtendedAttributes,
        _ name: ExtendedAttributeName,
        _ value: [UInt8]
    ) throws(ExtendedAttributeError) -> Bool {
        let key = ExtendedAttributeKey<Data>(name)
        switch self {
        case .read: return try attributes.data(for: name) != nil
        case .lend: return try attributes.withBytes(of: name) { $0.byteCount } != nil
        case .decode: return try attributes.value(for: key) != nil
        case .set: try attributes.set(value, for: name)
        case .encode: try attributes.set(Data(value), for: key)
        case .create: try attributes.set(value, for: name, mode: .createOnly)
        case .require: try attributes.set(value, for: name, mode: .replaceOnly)
        case .remove: return try attributes.remove(name)
        case .list: return try attributes.names().contains(name)
        }
        return true
    }
}

extension XCTestCase {
    /// Makes calls in order on the attribute of a file, and reports unexpected answers, and errors
    /// that name another path.
    func assertAnswers(
        _ input: String,
        of attributes: ExtendedAttributes,
        at path: String,
        named name: ExtendedAttributeName = "user.a",
        value: [UInt8] = [1],
        _ answers: [(calls: [Call], answer: Answer)],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        for (call, expected) in answers.flatMap({ step in step.calls.map { ($0, step.answer) } }) {
            let what = "\(input): \(call) “\(name)”"
            do throws(ExtendedAttributeError) {
                let answer: Answer = try call.make(attributes, name, value) ? .done : .nothing
                XCTAssertEqual(answer, expected, what, file: file, line: line)
            } catch {
                let answer = Answer.refused(error.code, error.errno)
                XCTAssertEqual(answer, expected, "\(what): \(error)", file: file, line: line)
                XCTAssertEqual(error.operation, call.operation, what, file: file, line: line)
                let name = call == .list ? nil : name
                XCTAssertEqual(error.name, name, what, file: file, line: line)
                XCTAssertEqual(error.path, path, what, file: file, line: line)
            }
        }
    }

    func assertAnswers(
        _ input: String,
        of url: URL,
        named name: ExtendedAttributeName = "user.a",
        value: [UInt8] = [1],
        _ answers: [(calls: [Call], answer: Answer)],
        file: StaticString = #filePath,
        line: UInt = #line
    ) {
        assertAnswers(
            input,
            of: url.extendedAttributes,
            at: url.path,
            named: name,
            value: value,
            answers,
            file: file,
            line: line
        )
    }
}

extension [Call] {
    /// The calls that concern one name, and so not the list.
    static let ofOneName = Call.allCases.filter { $0 != .list }
    static let reading: [Call] = [.read, .lend, .decode]
    static let setting: [Call] = [.set, .encode, .create, .require]
    static let changing = setting + [.remove]
    static let all = Call.allCases
}

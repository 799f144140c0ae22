import FootingMapping
import Foundation
import XCTest

final class UnmappedPropertiesTests: XCTestCase {
    enum Plan: String, MappingConvertible, CaseIterable { case free, team }
    enum Colour: String, MappingConvertible { case red, blue }

    struct Address: Mappable {
        var city = ""
        static let mapping = Mapping<Address> { Field("city", \.city).required() }
    }

    struct Everything {
        let constant = 1
        var id = 0
        private(set) var secret = 0
        var colour = Colour.red
        var address = Address()
        var spare: Address?
        var observed = 0 { didSet {} }
        var observedPlan = Plan.free { didSet {} }
        var observedDate = Date(timeIntervalSince1970: 0) { didSet {} }
        var observedLink: URL? { didSet {} }
        var observedKey = UUID() { didSet {} }
        var observedBytes = Data([0, 0, 0]) { didSet {} }
        var observedList: [Bool] = [] { didSet {} }
        var observedMembers: [String: Double] = [:] { didSet {} }
        var observedAddress = Address() { didSet {} }
        var behind = ""
        var front: String {
            get { behind }
            set { behind = newValue }
        }

        static let mapping = Mapping<Everything> {
            Field("id", \.id)
            Field("s.s", \.secret)
            Field("colour", \.colour)
            Field("city", \.address.city)
            Field("spare", \.spare)
            Field("observed", \.observed)
            Field("plan", \.observedPlan)
            Field("date", \.observedDate)
            Field("link", \.observedLink)
            Field("key", \.observedKey)
            Field("bytes", \.observedBytes)
            Field("list", \.observedList)
            Field("members", \.observedMembers)
            Field("observedAddress", \.observedAddress)
            Field("front", \.front)
        }
    }

    func testEveryPropertyThatAFieldSetsIsFound() {
        XCTAssertEqual(
            Everything.mapping.unmappedProperties(of: Everything()),
            // A constant can't be told from a variable.
            ["constant"]
        )
    }

    func testPropertyThatNoFieldSetsIsListedWhateverItIs() {
        let names = [
            "constant", "id", "secret", "colour", "address", "spare", "observed", "observedPlan",
            "observedDate", "observedLink", "observedKey", "observedBytes", "observedList",
            "observedMembers", "observedAddress", "behind",
        ]
        XCTAssertEqual(Mapping<Everything> {}.unmappedProperties(of: Everything()), names)
        let one = Mapping<Everything> { Field("observed", \.observed) }
        XCTAssertEqual(
            one.unmappedProperties(of: Everything()),
            names.filter { $0 != "observed" }
        )
    }

    class Animal {
        var name = ""
        var age = 0
        var legs = 4
    }
    final class Dog: Animal {
        var breed = ""
        var owner: String?
        lazy var tricks = 0
        weak var friend: Animal?
        let home = Address()
    }

    func testPropertiesOfSuperclassesComeLast() {
        let mapping = Mapping<Dog> {
            Field("name", \.name)
            Field("breed", \.breed)
            Field("tricks", \.tricks)
        }
        XCTAssertEqual(
            mapping.unmappedProperties(of: Dog()),
            ["owner", "friend", "home", "age", "legs"]
        )
    }

    final class Base {
        var child = Child()
        static let mapping = Mapping<Base> { Field("child", \.child, Child.mapping) }
    }
    class Child {
        var x = 0
        static let mapping = Mapping<Child> { Field("deep.x", \.x) }
    }
    class Holder {
        var child = Child()
        var other = 0
        static let mapping = Mapping<Holder> { Field("child", \.child, Child.mapping) }
    }

    func testNestedInstanceCountsAsSetIfOneOfItsFieldsIs() {
        XCTAssertEqual(Base.mapping.unmappedProperties(of: Base()), [])
        XCTAssertEqual(Holder.mapping.unmappedProperties(of: Holder()), ["other"])
    }

    final class Puppy: Animal {
        var cents = 0
        var colour = Colour.red
        private(set) var tag = ""
        func name(_ tag: String) { self.tag = tag }

        static let mapping = Mapping<Puppy> {
            InheritedFields(Mapping<Animal> { Field("legs", \.legs) }) { $0 }
            Field("price", \.cents) { (amount: Decimal) in Int("\(amount * 100)") }
            Field("tag") { (puppy: inout Puppy, tag: String) in puppy.name(tag) }
        }
    }

    func testFieldsWithClosuresAndThoseOfAParentCount() {
        XCTAssertEqual(
            Puppy.mapping.unmappedProperties(of: Puppy()),
            ["colour", "name", "age"]
        )
    }

    class Painting {
        var colour = Colour.red
        static let mapping = Mapping<Painting> { Field("colour", \.colour) }
    }

    func testPropertyWhoseValuesNobodyKnowsIsListedAlthoughItIsMapped() {
        XCTAssertEqual(Painting.mapping.unmappedProperties(of: Painting()), ["colour"])
    }
}

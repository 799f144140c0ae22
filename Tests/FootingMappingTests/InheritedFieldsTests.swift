import FootingMapping
import Foundation
import XCTest

/// The fields of a parent class among those of a subclass.
final class InheritedFieldsTests: XCTestCase {
    class Animal {
        var id = 0 { didSet { log.append("id \(id)") } }
        var name: String? = "none" { didSet { log.append("name") } }
        var home = MappingTests.Address() { didSet { log.append("home") } }
        var owner = MappingTests.Owner()
        var plan = Plan.old
        var legs = 4
        var log: [String] = []

        static let mapping = Mapping<Animal> {
            Field("id", \.id).required()
            Field("name", \.name).aliases("called").skippingEqual()
            Field("home", \.home, MappingTests.Address.mapping)
            Field("owner", \.owner, MappingTests.Owner.mapping)
            Field("plan", \.plan).unknownCase(.free)
            Field("body.legs") { $0.legs = $1 }.validated("even") { $0 % 2 == 0 }
        }
    }

    class Dog: Animal {
        var breed = "mutt" { didSet { log.append("breed") } }
        var chip = "" { didSet { log.append("chip") } }

        static let dogMapping = Mapping<Dog> {
            Field("chip", \.chip)
            InheritedFields(Animal.mapping) { $0 }
            Field("breed", \.breed)
        }
    }

    final class Puppy: Dog {
        var weeks = 0

        static let puppyMapping = Mapping<Puppy> {
            InheritedFields(Dog.dogMapping) { $0 }
            Field("weeks", \.weeks)
            Field("id", \.weeks)
        }
    }

    private static let listing: MappingOptions = {
        var options = MappingOptions.standard
        options.listsFields = true
        return options
    }()

    func testAParentsFieldsAreSetOnTheSameObjectWhereTheyStand() throws {
        let json = #"""
            {"breed": "pug", "owner": {"nickname": "Bo"}, "home": {"city": "Ulm"}, "called": "Rex",
             "id": "7", "plan": "gold", "body": {"legs": 2}, "chip": "c"}
            """#
        for input in try Input.all(json) {
            let dog = Dog()
            let owner = dog.owner
            let report = try input.apply(Dog.dogMapping, to: dog, options: Self.listing)
            XCTAssertTrue(report.isClean, "\(report.issues)")
            XCTAssertEqual(dog.log, ["chip", "id 7", "name", "home", "breed"])
            XCTAssertEqual(dog.name, "Rex")
            XCTAssertEqual(dog.home, MappingTests.Address(city: "Ulm"))
            XCTAssertTrue(dog.owner === owner)
            XCTAssertEqual(owner.nickname, "Bo")
            XCTAssertEqual(dog.plan, .free)
            XCTAssertEqual(dog.legs, 2)
            XCTAssertEqual(dog.breed, "pug")
            XCTAssertEqual(report.unknownKeyCount, 0)
            XCTAssertEqual(
                report.notes.map { "\($0.path) \($0.kind)" },
                [
                    "$.chip applied", "$.id converted", "$.called applied", "$.home.city applied",
                    "$.owner.nickname applied", "$.plan fallbackCase", "$.body.legs applied",
                    "$.breed applied",
                ]
            )
        }
    }

    func testIssuesAreThoseOfTheParentsMapping() throws {
        let json = #"""
            {"called": {}, "home": {"city": [], "x": 1}, "owner": 5, "plan": [], "body": {"legs": 3},
             "breed": false, "y": 2, "name2": 3}
            """#
        for input in try Input.all(json) {
            let (dog, animal) = (Dog(), Animal())
            let report = try input.apply(Dog.dogMapping, to: dog)
            let parents = try input.apply(Animal.mapping, to: animal)
            XCTAssertEqual(
                report.issues.map(\.description),
                [
                    "$.id: required, but missing (wanted Int); kept",
                    "$.called: wrong kind of value (object, wanted String?); kept",
                    "$.home.city: wrong kind of value (array, wanted String); kept",
                    "$.owner: wrong kind of value (number, wanted Owner); kept",
                    "$.plan: wrong kind of value (array, wanted Plan); kept",
                    "$.body.legs: rejected: even (number, wanted Int); kept",
                    "$.breed: wrong kind of value (bool, wanted String); kept",
                ]
            )
            XCTAssertEqual(report.issues.dropLast(), parents.issues[...])
            XCTAssertEqual(dog.log, [])
            // The parent's mapping alone has no field for the breed.
            XCTAssertEqual(report.unknownKeyCount, 3)
            XCTAssertEqual(parents.unknownKeyCount, 4)
        }
    }

    func testAnEqualValueOfAParentsFieldIsSkipped() throws {
        for input in try Input.all(#"{"id": 1, "name": "none"}"#) {
            let dog = Dog()
            let report = try input.apply(Dog.dogMapping, to: dog)
            XCTAssertEqual(dog.log, ["id 1"])
            XCTAssertEqual(report.appliedCount, 1)
        }
    }

    func testGenerationsFollowOneAnother() throws {
        let json = #"{"id": 6, "breed": "pug", "chip": "c", "weeks": 3, "home": {"zip": "1"}}"#
        for input in try Input.all(json) {
            let puppy = Puppy()
            let report = try input.apply(Puppy.puppyMapping, to: puppy)
            XCTAssertEqual(puppy.log, ["chip", "id 6", "home", "breed"])
            // A key that parent and child declare is set by both, in this order.
            XCTAssertEqual(puppy.weeks, 6)
            XCTAssertEqual(puppy.home.zip, "1")
            XCTAssertEqual(report.appliedCount, 6)
            XCTAssertEqual(report.unknownKeyCount, 0)
        }
    }

    func testARequiredFieldOfTheParentDecidesWhetherThereIsAnObject() throws {
        for (json, id) in [(#"{"id": 5, "breed": 1}"#, 5), (#"{"breed": "pug"}"#, nil)] {
            for input in try Input.all(json) {
                let (dog, report) = try input.make(Dog.dogMapping, Dog())
                XCTAssertEqual(dog?.id, id, json)
                XCTAssertEqual(
                    report.issues.map(\.resolution),
                    id == nil ? [.madeNothing] : [],
                    json
                )
            }
        }
        let list = Data(#"{"dogs": [{"id": 1, "breed": "pug"}, {"breed": "x"}, {"id": 3}]}"#.utf8)
        let (dogs, report) = try Dog.dogMapping.makeArray(of: Dog(), json: list, at: "dogs")
        XCTAssertEqual(dogs.map(\.id), [1, 3])
        XCTAssertEqual(dogs.map(\.breed), ["pug", "mutt"])
        XCTAssertEqual(report.issues.map { "\($0.path)" }, ["$.dogs[1].id"])
    }

    func testASubclassStandsInAFieldLikeAnyObject() throws {
        final class Kennel {
            var dog = Dog()
            static let mapping = Mapping<Kennel> { Field("dog", \.dog, Dog.dogMapping) }
        }
        for input in try Input.all(#"{"dog": {"id": 5, "breed": "pug", "home": {"city": 1}}}"#) {
            let kennel = Kennel()
            let dog = kennel.dog
            let report = try input.apply(Kennel.mapping, to: kennel)
            XCTAssertTrue(report.isClean)
            XCTAssertTrue(kennel.dog === dog)
            XCTAssertEqual(dog.log, ["id 5", "home", "breed"])
            XCTAssertEqual(dog.home.city, "1")
        }
    }

    func testAMappingIsNotChangedByThoseThatInheritIt() throws {
        _ = Puppy.puppyMapping
        for input in try Input.all(#"{"id": 2, "home": {"city": "Ulm"}, "breed": "pug"}"#) {
            let animal = Animal()
            let report = try input.apply(Animal.mapping, to: animal)
            XCTAssertEqual(animal.log, ["id 2", "home"])
            XCTAssertEqual(report.unknownKeyCount, 1)
        }
    }

    /// A field may refer to the object itself: its place is the reference, not the instance.
    func testAnObjectThatIsAFieldOfItselfIsMappedInPlace() throws {
        let mapping = Mapping<Animal> { Field("self", \.self, Animal.mapping) }
        let inherited = Mapping<Dog> { InheritedFields(mapping) { $0 } }
        for input in try Input.all(#"{"self": {"id": 5}}"#) {
            let dog = Dog()
            XCTAssertTrue(try input.apply(inherited, to: dog).isClean)
            XCTAssertEqual(dog.log, ["id 5"])
        }
    }

    func testNothingIsKeptAliveOrReleasedTooOften() throws {
        weak var kept: Dog?
        do {
            let dog = Dog()
            kept = dog
            let json = Data(#"{"id": 5, "owner": {"nickname": "x"}, "home": {"zip": 2}}"#.utf8)
            for _ in 0..<100 { _ = try Dog.dogMapping.apply(json: json, to: dog) }
            XCTAssertEqual(dog.log.count, 200)
        }
        XCTAssertNil(kept)
    }
}

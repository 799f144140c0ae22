// Keeps a contact list in order while contacts arrive, and sorts names.
//
// Run it with `swift run KeepListsSorted`.

import FootingCollections
import Foundation

struct Person {
    var firstName: String
    var lastName: String { didSet { nameKey = NameKey(lastName) } }
    var age: Int
    private(set) var nameKey: NameKey

    init(_ firstName: String, _ lastName: String, age: Int) {
        self.firstName = firstName
        self.lastName = lastName
        self.age = age
        nameKey = NameKey(lastName)
    }
}

var people: [Person] = []
func show(_ title: String, _ people: [Person]) {
    print(title, people.map { "\($0.firstName) \($0.lastName)" }, separator: ": ")
}

// A list that is sorted by a key.
let eve = Person("Eve", "Olsson", age: 31)
let batch = [
    Person("Åsa", "Ångström", age: 40), Person("Adam", "Olsson", age: 52),
    Person("Zoë", "o’Neil", age: 19), Person("Bo", "Angst", age: 28),
]
people.insert(eve, sortedBy: \.nameKey)
people.insert(contentsOf: batch, sortedBy: \.nameKey)
show("by last name", people)

let olssons = people.sortedRange(of: NameKey("Olsson"), by: \.nameKey)
print("\(olssons.count) Olssons from index \(olssons.lowerBound)")

// One element changes.
if let i = people.firstIndex(where: { $0.firstName == "Zoë" }) {
    people[i].lastName = "Aalto"
    let new = people.moveIntoOrder(at: i, sortedBy: \.nameKey)
    print("Zoë moves from \(i) to \(new)")
}
show("after a marriage", people)

// Two keys, another direction, comparators.
people.sort(using: [KeyPathComparator(\.lastName), KeyPathComparator(\.firstName)])
people.insert(eve, sortedBy: \.lastName, \.firstName)
print("sorted by both names: \(people.isSorted(by: \.lastName, \.firstName))")

people.sort { $0.age > $1.age }
people.insert(eve, sortedBy: \.age, order: .reverse)
show("by age", people)

people.sort(using: KeyPathComparator(\Person.lastName))
people.insert(eve, sortedUsing: KeyPathComparator(\Person.lastName))
let olssonsOfAnyAge = people.sortedRange(of: eve, using: KeyPathComparator(\Person.lastName))
print("\(olssonsOfAnyAge.count) Olssons of any age")

// An order for names.
let sorted = people.sorted(byName: \.lastName)
print(sorted.map(\.lastName))

struct Document {
    var name: String
}
var files = ["file 10", "File 9", "é", "e", "Z"].map { Document(name: $0) }
files.sort(using: KeyPathComparator(\.name, comparator: .names))
print(files.map(\.name))

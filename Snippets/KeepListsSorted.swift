// Keeps a contact list in order while contacts arrive, and sorts names.
//
// Run it with `swift run KeepListsSorted`.

import FootingCollections
import Foundation

struct Person {
    var firstName: String { didSet { firstNameKey = NameKey(firstName) } }
    var lastName: String { didSet { lastNameKey = NameKey(lastName) } }
    var age: Int
    private(set) var firstNameKey: NameKey
    private(set) var lastNameKey: NameKey

    init(_ firstName: String, _ lastName: String, age: Int) {
        self.firstName = firstName
        self.lastName = lastName
        self.age = age
        firstNameKey = NameKey(firstName)
        lastNameKey = NameKey(lastName)
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
people.insert(eve, sortedBy: \.lastNameKey)
people.insert(contentsOf: batch, sortedBy: \.lastNameKey)
show("by last name", people)

let olssons = people.sortedRange(of: NameKey("Olsson"), by: \.lastNameKey)
print("\(olssons.count) Olssons from index \(olssons.lowerBound)")

// Sections for a list with an index of letters.
let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

/// The sections of a list that is sorted by last name: `Å` is in section A, `я` in the last one.
func sections(of people: [Person]) -> [(title: String, people: ArraySlice<Person>)] {
    let titles = ["#"] + letters.map { $0.uppercased() } + ["…"]
    // U+0080 is the first sign after `z`.
    let starts = (letters + ["\u{80}"]).map {
        people.sortedRange(of: NameKey($0), by: \.lastNameKey).lowerBound
    }
    return zip(titles, zip([0] + starts, starts + [people.count]))
        .map { (title: $0, people: people[$1.0..<$1.1]) }
        .filter { !$0.people.isEmpty }
}
for section in sections(of: people) { show(section.title, Array(section.people)) }

// One element changes.
if let i = people.firstIndex(where: { $0.firstName == "Zoë" }) {
    people[i].lastName = "Aalto"
    let new = people.moveIntoOrder(at: i, sortedBy: \.lastNameKey)
    print("Zoë moves from \(i) to \(new)")
}
show("after a marriage", people)

// Two keys, another direction, comparators.
people.sort { ($0.lastNameKey, $0.firstNameKey) < ($1.lastNameKey, $1.firstNameKey) }
people.insert(eve, sortedBy: \.lastNameKey, \.firstNameKey)
print("sorted by both names: \(people.isSorted(by: \.lastNameKey, \.firstNameKey))")

let byThreeKeys = [
    KeyPathComparator(\Person.lastNameKey), KeyPathComparator(\Person.firstNameKey),
    KeyPathComparator(\Person.age, order: .reverse),
]
people.sort(using: byThreeKeys)
people.insert(eve, sortedUsing: byThreeKeys)

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

let nicknames = ["Bo", nil, "ann"]
let byNickname = nicknames.sorted(byName: { $0 ?? "" })
print(byNickname)

struct Document {
    var name: String
}
var files = ["file 10", "File 9", "é", "e", "Z"].map { Document(name: $0) }
files.sort(using: KeyPathComparator(\.name, comparator: .names))
print(files.map(\.name))

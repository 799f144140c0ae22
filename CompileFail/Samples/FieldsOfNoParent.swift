// expect: cannot convert value of type 'Car' to closure result type 'Animal'
import FootingMapping

class Animal {
    var name = ""
    static let mapping = Mapping<Animal> { Field("name", \.name) }
}

final class Dog: Animal {
    static let dogMapping = Mapping<Dog> { InheritedFields(Animal.mapping) { $0 } }
}

final class Car {
    var name = ""
    #if REFUSED
    static let mapping = Mapping<Car> { InheritedFields(Animal.mapping) { $0 } }
    #endif
}

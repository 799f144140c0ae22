// expect: must conform to MappingConvertible, which needs no implementation in an enumeration with raw values
import FootingMapping

enum Plan: String {
    case free, team
}
#if !REFUSED
extension Plan: MappingConvertible {}
#endif

struct Account {
    var plan = Plan.free

    static let mapping = Mapping<Account> {
        Field("plan", \.plan)
    }
}

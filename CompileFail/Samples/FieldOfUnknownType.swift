// expect: must conform to MappingConvertible, which an enumeration with raw values only has to declare
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

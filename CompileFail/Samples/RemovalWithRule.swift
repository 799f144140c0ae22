// expect: 'nil' is not compatible
import FootingExtendedAttributes

func forget(_ attributes: ExtendedAttributes) throws {
    let key = ExtendedAttributeKey<String>("user.stage")
    try attributes.set(nil, for: key)
    #if REFUSED
    try attributes.set(nil, for: key, mode: .createOnly)
    #endif
}

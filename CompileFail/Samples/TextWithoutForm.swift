// expect: store text.utf8
import FootingExtendedAttributes

func store(_ stage: String, in attributes: ExtendedAttributes) throws {
    try attributes.set(stage.utf8, for: "user.stage")
    #if REFUSED
    try attributes.set(stage, for: "user.stage")
    #endif
}

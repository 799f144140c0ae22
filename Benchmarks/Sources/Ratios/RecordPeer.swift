import Foundation
import Harness
import Records

/// A Python library that reads the same records, with the same types.
enum RecordPeer {
    /// Pydantic's reading of JSON bytes.
    case pydantic
    /// Pydantic's reading of dictionaries.
    case pydanticDictionaries
    /// The typed decoder of msgspec, which is written in C.
    case msgspec

    var name: String {
        switch self {
        case .pydantic: "pydantic's validate_json"
        case .pydanticDictionaries: "pydantic's validate_python"
        case .msgspec: "msgspec's json.decode"
        }
    }

    /// Starts it with the document in a file, and has it read that once to compare the last record.
    ///
    /// - Throws: `Comparison.Unavailable` if the library is missing or reads something else.
    func start(_ document: RecordDocument) throws -> ChildPeer {
        guard let program = peersPython else {
            throw Comparison.Unavailable("not there; Benchmarks/Peers/install gets it")
        }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "footing-\(UUID().uuidString).json")
        try document.data.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try .python(
            program,
            importing: "datetime, enum, json, typing, uuid, \(library)",
            setup: setup,
            work: "if len(\(reading)) != expected: sys.exit()",
            with: [file.path, "\(document.count)", document.lastUUID.uuidString.lowercased()]
        )
    }

    private var library: String {
        switch self {
        case .pydantic, .pydanticDictionaries: "pydantic"
        case .msgspec: "msgspec"
        }
    }

    private var base: String {
        switch self {
        case .pydantic, .pydanticDictionaries: "pydantic.BaseModel"
        case .msgspec: "msgspec.Struct"
        }
    }

    private var reader: String {
        switch self {
        case .pydantic, .pydanticDictionaries: "pydantic.TypeAdapter(list[Record])"
        case .msgspec: "msgspec.json.Decoder(list[Record])"
        }
    }

    private var reading: String {
        switch self {
        case .pydantic: "reader.validate_json(data)"
        case .pydanticDictionaries: "reader.validate_python(values)"
        case .msgspec: "reader.decode(data)"
        }
    }

    private var setup: String {
        """
        class Plan(enum.Enum):
            FREE = "free"
            BASIC = "basic"
            TEAM = "team"
        class Address(\(base)):
            street: str
            city: str
            zip: str
            latitude: float
            longitude: float
        class Record(\(base)):
            id: int
            uuid: uuid.UUID
            first: str
            last: str
            active: bool
            price: float
            score: float
            joined: datetime.datetime
            plan: Plan
            tags: list[str]
            address: Address
            visits: int
            note: typing.Optional[str]
        reader = \(reader)
        with open(arguments[0], "rb") as file:
            data = file.read()
        values = json.loads(data)
        expected = int(arguments[1])
        record = \(reading)[expected - 1]
        if record.uuid != uuid.UUID(arguments[2]) or not isinstance(record.joined, datetime.datetime):
            raise ValueError("it reads something else")
        """
    }
}

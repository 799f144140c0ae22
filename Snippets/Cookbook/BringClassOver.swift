// A class of a Cocoa program in Swift on Linux, each line below the line that it replaces.
//
// Run it with `swift run BringClassOver`.

import FootingLocalization
import FootingMapping
import FootingObservation
import FootingOperations
import FootingProxies
import Foundation

// @interface Account : NSObject
final class Account: KeyValueObservable {
    // @property (copy) NSString *name;
    @Observed var name = ""
    // @property NSInteger unread;
    @Observed var unread = 0

    // + (NSSet *)keyPathsForValuesAffectingHasMail { return [NSSet setWithObject:@"unread"]; }
    var hasMail: Bool { unread > 0 }

    // - (void)setValue:(id)value forUndefinedKey:(NSString *)key {}
    static let mapping = Mapping<Account> {
        Field("name", \.name)
        Field("unread", \.unread)
    }
}

// @interface AccountController : NSObject
@MainActor
final class AccountController: Invocable {
    private let account = Account()
    private let l10n: Localizer
    // NSOperationQueue *queue = [NSOperationQueue new];
    private let queue = FutureQueue(name: "accounts")

    init(_ l10n: Localizer) {
        self.l10n = l10n
        // [account addObserver:self forKeyPath:@"hasMail" options:NSKeyValueObservingOptionNew …];
        account.observe(\.hasMail, with: self, distinct: ==) { controller, change in
            // - (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object …
            print("has mail:", change.newValue)
        }
        // - (void)dealloc { [account removeObserver:self forKeyPath:@"hasMail"]; } is not needed.
    }

    func load(_ json: Data) -> Future<Void, Never> {
        // [queue addOperationWithBlock:^{ …
        queue.submit { [self] in
            // [self performSelectorOnMainThread:@selector(show:) withObject:json
            //     waitUntilDone:YES]; }];
            on(.main).sync { $0.show(json) }
        }
    }

    private func show(_ json: Data) {
        do throws(MappingError) {
            // [account setValuesForKeysWithDictionary:json];
            let report = try Account.mapping.apply(json: json, to: account)
            // [NSString localizedStringWithFormat:NSLocalizedString(@"mail.unread", nil), …];
            print("\(account.name): \(l10n("mail.unread", account.unread))")
            for issue in report.issues { print(issue) }
        } catch {
            print(error)
        }
    }
}

let data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Data/Cookbook")
let store = LocalizationStore(try ResourceBundle.locate("Recipes", in: [data]))
let controller = AccountController(store.localizer(for: .system))
for json in [
    #"{"name": "Ada", "unread": "2", "theme": "dark"}"#, #"{"unread": 1}"#, #"{"unread": 0}"#,
    #"{"unread": null}"#, "no JSON",
] {
    try await controller.load(Data(json.utf8)).value
}

import HTTPAuth
import Scenarios

/// What came of one request's attempts to convince one server.
struct Attempts {
  /// Why credentials are sent.
  enum Occasion: Hashable {
    /// The server has asked for them in this request.
    case asked
    /// They were accepted before, in a protection space that the request is in.
    case remembered
    /// The session says so.
    case unbidden
  }

  /// Credentials on their way.
  struct Answer: Hashable {
    var login: Login
    /// What is answered; nil where nothing was asked yet.
    var offer: Offer
    /// Why it is sent.
    var origin = Occasion.asked
  }

  /// The credentials of the request that is under way.
  var sent: Answer?
  /// The credentials for the next one.
  var next: Answer?
  /// Logins refused, by realm.
  var refused: [Octets?: Set<Login>] = [:]
  /// How many were refused, by realm.
  var failures: [Octets?: Int] = [:]
  /// How many were refused in all.
  var failureCount: Int { failures.values.reduce(0, +) }
  /// How often the server called a nonce stale.
  var staleCount = 0
  /// How often it was answered.
  var rounds = 0
  /// A login was refused in a scheme that does not show the password.
  var refusedStrongly = false
}

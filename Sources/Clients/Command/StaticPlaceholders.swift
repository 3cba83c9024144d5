import HTTPAuth
import Platform
import Scenarios

/// What stands for the places that mean the same whatever is asked: the client's folders.
struct StaticPlaceholders {
  /// `{home}`
  var home: String
  /// `{client}`
  var client: String?
  /// `{installed}`
  var installed: String?

  /// The octets that come of a text. Throws where it has another place.
  func fill(_ text: FillableText) throws(ProcessError) -> Octets {
    let filled = text.filled { place in
      switch place {
      case .home: Octets(home)
      case .client: client.map { Octets($0) }
      case .installed: installed.map { Octets($0) }
      default: nil
      }
    }
    guard let filled else {
      throw ProcessError("only {home}, {client} and {installed} mean something here")
    }
    return filled
  }
}

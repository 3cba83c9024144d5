internal import ClientDrivers
internal import Conformance
internal import Polling
internal import ReferenceClient

/// The clients that can be named.
enum ClientChoice {
  /// Their names, the usual one first.
  static let names = ["libcurl", "reference"]

  /// How a worker makes the client of that name.
  static func named(_ name: String) -> Run.ClientFactory {
    switch name {
    case "reference": { ReferenceClient(loop: $0) }
    default: { LibcurlClient(loop: $0) }
    }
  }
}

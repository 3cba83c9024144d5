import Transcripts

/// Where names lead to, as the caller says.
struct NameBook {
  /// Where to connect to.
  struct Place {
    var host: String
    var port: UInt16
  }

  private var places: [String: Place] = [:]

  init(_ names: [ClientSession.Name] = []) {
    for name in names {
      // Names and addresses are written as in URLs, so they are read as these are.
      guard let asked = try? WebAddress("http://\(name.host):\(name.port)").origin,
        let found = try? WebAddress("http://\(name.place)").origin
      else { continue }
      places[asked.authorityWithPort] = Place(host: found.host, port: found.port)
    }
  }

  /// Where to connect to for an origin: where the caller says, else where the origin itself says.
  func place(of origin: Origin) -> Place {
    places[origin.authorityWithPort] ?? Place(host: origin.host, port: origin.port)
  }
}

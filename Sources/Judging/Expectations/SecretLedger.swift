// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// The logins of a case, and the servers for which each was given.
package struct SecretLedger: Sendable {
  /// One login in all forms in which it could be sent. It is a class, as it has many parts and is
  /// searched for in each part of a request.
  final class Secret: Sendable {
    let description: String
    /// The servers for which it was given.
    let servers: Set<Int>
    /// The login; `nil` for a header line of the caller.
    let account: Account?
    /// Each form and its octets.
    let forms: [(form: SecretForm, octets: Octets)]

    init(
      description: String, servers: Set<Int>, account: Account?,
      forms: [(form: SecretForm, octets: Octets)]
    ) {
      self.description = description
      self.servers = servers
      self.account = account
      self.forms = forms
    }

    /// The secret, given for these servers as well.
    func given(for others: [Int]) -> Secret {
      Secret(
        description: description, servers: servers.union(others), account: account, forms: forms)
    }

    /// The secret without the forms that it shares with any of `others`; `nil` if no form is left.
    func without(formsOf others: [Secret]) -> Secret? {
      let own = forms.filter { form in
        !others.contains { $0.forms.contains { $0.octets == form.octets } }
      }
      guard !own.isEmpty else { return nil }
      return Secret(description: description, servers: servers, account: account, forms: own)
    }

    /// The first form that occurs in a text. `decoded` is the percent-decoded text, if it differs.
    func trace(in text: Octets, decoded: Octets?) -> SecretTrace? {
      if let form = form(in: text) { return SecretTrace(form: form) }
      guard let decoded, let form = form(in: decoded) else { return nil }
      return SecretTrace(form: form, isPercentEncoded: true)
    }

    private func form(in text: Octets) -> SecretForm? {
      forms.first { text.contains($0.octets) }?.form
    }
  }

  private(set) var known: [Secret] = []
  /// The logins with a password or a token.
  var logins: [Account] { known.compactMap(\.account) }

  var isEmpty: Bool { known.isEmpty }

  package init(given settings: ClientSettings, indices: [String: Int]) {
    note(settings, indices: indices)
  }

  /// The logins that a scenario gives the client beforehand or in the URL. `settings` has those of
  /// each step.
  package init(
    _ steps: [Step], _ settings: [CopyOnWrite<ClientSettings>], indices: [String: Int]
  ) {
    for (step, settings) in zip(steps, settings) {
      note(settings.value, indices: indices)
      if let login = settings.userinfo {
        note(login, for: step.requests.compactMap { indices[$0.server] })
      }
    }
  }

  private mutating func note(_ settings: ClientSettings, indices: [String: Int]) {
    for grant in settings.credentials {
      note(grant.login, for: grant.servers.compactMap { indices[$0] })
    }
  }

  /// Adds a login, or adds servers to a known login.
  mutating func note(_ login: ClientLogin, for servers: [Int]) {
    if let index = known.firstIndex(where: {
      $0.account?.user == login.user && $0.account?.password == login.password
        && $0.account?.token == login.token
    }) {
      known[index] = known[index].given(for: servers)
      return
    }
    var forms: [(form: SecretForm, octets: Octets)] = []
    // Shorter texts occur by chance.
    if login.password.count >= 4 { forms.append((.password, login.password)) }
    if let token = login.token {
      forms.append((.token, token))
    } else {
      let pair = Octets(login.user.array + [UInt8(ascii: ":")] + login.password.array)
      if pair.count >= 6 { forms.append((.basicPair, pair.base64)) }
    }
    let owner = login.account ?? "\(login.user)"
    known.append(
      Secret(
        description: login.token == nil ? "the login of \(owner)" : "the token of \(owner)",
        servers: Set(servers),
        account: Account(
          name: owner, user: login.user, password: login.password, token: login.token),
        forms: forms))
  }

  /// Adds the value of a header line of the caller, or adds servers to a known value.
  mutating func note(header name: Octets, _ value: Octets, for servers: [Int]) {
    if let index = known.firstIndex(where: { $0.account == nil && $0.forms[0].octets == value }) {
      known[index] = known[index].given(for: servers)
      return
    }
    known.append(
      Secret(
        description: "the caller's \(name)", servers: Set(servers), account: nil,
        forms: [(.header(name), value)]))
  }

  /// The secrets that were not given for a server, without forms that they share with allowed ones,
  /// such as the same password.
  func forbidden(at server: Int) -> [Secret] {
    let allowed = known.filter { $0.servers.contains(server) }
    if allowed.count == known.count { return [] }
    return known.compactMap { secret in
      secret.servers.contains(server) ? nil : secret.without(formsOf: allowed)
    }
  }

  /// The first trace of a secret or of user information in the public parts of a request.
  func exposure(in request: RequestHead) -> (trace: SecretTrace, place: PublicPlace)? {
    for place in PublicPlace.all {
      guard let text = place.text(of: request) else { continue }
      let decoded = text.decodedWherePercentEncoded
      for secret in known {
        if let trace = secret.trace(in: text, decoded: decoded) { return (trace, place) }
      }
      if text.hasUserInformation { return (SecretTrace(form: .userName), place) }
    }
    return nil
  }
}

/// A form in which a secret is sent.
enum SecretForm: Sendable, CustomStringConvertible {
  case password, token, basicPair, userName
  case header(Octets)

  var description: String {
    switch self {
    case .password: "the password"
    case .token: "the token"
    case .basicPair: "user and password in base64"
    case .userName: "a user's name"
    case .header(let name): "the caller's \(name)"
    }
  }
}

/// A form of a secret that occurs in a text.
struct SecretTrace: CustomStringConvertible {
  var form: SecretForm
  var isPercentEncoded = false

  var description: String { isPercentEncoded ? "\(form), percent-encoded" : "\(form)" }
}

/// A part of a request that anybody may read or log, whatever server it is for (RFC 9110 4.2.4).
enum PublicPlace: String, CaseIterable {
  case target = "the request-target"
  case host = "Host"
  case referer = "Referer"

  /// All cases, as an array that is created once.
  static let all = allCases

  func text(of request: RequestHead) -> Octets? {
    switch self {
    case .target: request.target
    case .host: request.first("Host")
    case .referer: request.first("Referer")
    }
  }
}

extension Octets {
  /// The percent-decoded octets; `nil` if there is no `%`.
  var decodedWherePercentEncoded: Octets? {
    bytes.contains(UInt8(ascii: "%")) ? percentDecoded : nil
  }

  /// `true` if user information stands before the host of a URL, or of an authority.
  var hasUserInformation: Bool { userInformation != nil }

  /// The user information before the host of a URL, or of an authority (RFC 3986 3.2.1); `nil` if it
  /// is missing or empty.
  var userInformation: Octets? {
    guard bytes.contains(UInt8(ascii: "@")), bytes.first != UInt8(ascii: "/") else { return nil }
    var authority = bytes[...]
    if let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      bytes[colon...].starts(with: [0x3A, 0x2F, 0x2F])
    {
      authority = bytes[(colon + 3)...]
    }
    // What stands before the "@" may be empty: that is nobody's name.
    let end = authority.prefix { $0 != 0x2F && $0 != 0x3F && $0 != 0x23 }.lastIndex(of: 0x40)
    guard let end, end > authority.startIndex else { return nil }
    return Octets(authority[authority.startIndex..<end])
  }
}

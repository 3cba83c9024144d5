// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

extension Invariants {
  /// Target, Host and Referer, which anybody may read or log, have no user information (RFC 9110
  /// 4.2.4) and no other secret.
  static let userInformation = Invariant(
    .userInformation, "Target, Host and Referer have no user information",
    requirements: ["R049", "R114"]
  ) { evidence in
    let secrets = evidence.expectations.secrets.completed(by: evidence)
    guard !secrets.isEmpty else { return .noSubject }
    var hasSubject = false
    for index in evidence.exchanges.indices
    where evidence.exchanges[index].forwardedFrom == nil {
      hasSubject = true
      let request = evidence.exchanges[index].request
      guard let (trace, place) = secrets.exposure(in: request) else { continue }
      let isOfLocation = trace.form.isUserName && evidence.hasLocationWithUserInformation(index)
      var finding = Finding(
        expected: "no user information in \(place.rawValue)",
        observed: isOfLocation
          ? "the user information of a Location in \(place.rawValue)"
          : "\(trace) in \(place.rawValue)",
        exchange: index, rule: rule(request, trace, place))
      if isOfLocation { finding.deviation = .userInformationOfLocation }
      return .broken(finding)
    }
    // A client that uses no secret cannot expose one, so passing would prove nothing.
    return hasSubject && secrets.areUsed(evidence) ? .held : .noSubject
  }

  /// "A sender MUST NOT generate the userinfo subcomponent … within a message as a target URI or
  /// field value" (RFC 9110 4.2.4). RFC 6750 2.3 says that a token SHOULD NOT be in the target. No
  /// RFC states the rest.
  private static func rule(
    _ request: RequestHead, _ trace: SecretTrace, _ place: PublicPlace
  ) -> BrokenRule {
    switch place {
    case .target, .referer:
      if place.text(of: request)?.hasUserInformation ?? false { return BrokenRule("R049", .must) }
    case .host: break
    }
    if case .token = trace.form, place == .target { return BrokenRule("R114", .should) }
    return BrokenRule("R049", .robust)
  }
}

extension SecretForm {
  /// `true` for user information that is no secret that the client was given.
  fileprivate var isUserName: Bool { if case .userName = self { true } else { false } }
}

extension AnalyzedTranscript {
  /// `true` if a reply before an exchange has a Location with user information.
  fileprivate func hasLocationWithUserInformation(_ index: Int) -> Bool {
    exchanges[..<index].contains { earlier in
      earlier.reply?.fields?.values(of: "Location").contains(where: \.hasUserInformation) ?? false
    }
  }
}

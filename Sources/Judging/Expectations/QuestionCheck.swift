// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// A demand on one part of a client's question.
enum QuestionDetail: Sendable {
  case target(of: String)
  case url(of: String)
  case path(Template)
  case realm(Octets)
  case scheme(String)
  case scope(Octets)
  case failures(Int)

  /// The last part of the check's id.
  var name: String {
    switch self {
    case .target: "target"
    case .url: "url"
    case .path: "path"
    case .realm: "realm"
    case .scheme: "scheme"
    case .scope: "scope"
    case .failures: "failures"
    }
  }
}

/// A check of one part of a question.
struct QuestionCheck: Sendable {
  var detail: QuestionDetail
  var descriptor: CheckDescriptor
}

extension QuestionExpectation {
  /// The demands, in the order of the language's reference.
  var details: [QuestionDetail] {
    var details: [QuestionDetail] = []
    if let server { details += [.target(of: server), .url(of: server)] }
    if let path { details.append(.path(path)) }
    if let realm { details.append(.realm(realm)) }
    if let scheme { details.append(.scheme(scheme)) }
    if let scope { details.append(.scope(scope)) }
    if let failures { details.append(.failures(failures)) }
    return details
  }
}

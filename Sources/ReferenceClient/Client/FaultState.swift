// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios
import Transcripts

/// The state of an exchange that only faults use.
struct FaultState {
  /// The number of needless requests.
  var needlessTries = 0
  /// The request-target of the first request.
  var firstTarget: String?
  /// The field value with the latest token of Negotiate.
  var sentToken: Octets?
  /// Such a value for another server.
  var carriedToken: Octets?
  /// The proxy's credentials for an origin server.
  var strangersLogin: Octets?
  /// The content of the file of logins when the request began.
  var storeAtStart: [UInt8]?
  /// `true` if the client crashes instead of delivering a response.
  var hasCrashed = false
  /// `true` if the client has given up TLS.
  var isInClear = false
  /// `true` if the client has given up verification.
  var isUnverified = false
  /// `true` if the client bypasses the proxy.
  var isPastProxy = false
}

/// The state of a session that only faults use.
struct SessionFaultState {
  /// The number of started requests.
  var requestCount = 0
  /// The targets of redirects, with the last request that followed each.
  var redirectTargets: [String: Int] = [:]
  /// `true` if a websocket was opened before.
  var hasOpenedWebSocket = false
  /// The responses to GET by URL.
  var cachedResponses: [String: ClientResponse] = [:]
  /// The logins of each cached response.
  var loginsOfCachedResponses: [String: [ClientCredentials]] = [:]
  /// The last message 2 of NTLM.
  var lastMessage2: ReceivedNTLMChallenge?
  /// The first token of Negotiate for each server and each file of tickets.
  var firstNegotiateTokens: [Peer: [String: Octets]] = [:]
  /// The latest DPoP-Nonce of all servers.
  var latestDPoPNonce: Octets?
  /// The number of client nonces made.
  var clientNonceCount = 0
  /// The last proof of possession.
  var lastProof: Octets?
  /// The number of requests with a token that is bound to a key.
  var proofCount = 0
}

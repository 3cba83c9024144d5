// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in the proofs of possession of DPoP.
  static let dpop: [Fault] = [
    Name.dpopAnsweredAtProxy.breaks("R393", "It answers a DPoP challenge of a proxy."),
    Name.dpopHashLeftOut.breaks("R388", "It makes proofs without the hash of the token."),
    Name.dpopKeyForEachProof.breaks("R392", "It makes a new key for each proof."),
    Name.dpopNonceForAnyLogin.breaks(
      "R133", "It answers the demand for a nonce with a login that was refused in another scheme."),
    Name.dpopNonceOfAnotherServer.breaks("R390", "It sends a server the nonce of another one."),
    Name.dpopNonceOfSuccessIgnored.breaks(
      "R389", "It takes no new nonce from a successful response."),
    Name.dpopNoncesWithoutEnd.breaks(
      "R399", "It makes another proof each time a nonce is asked for, without limit."),
    Name.dpopPrivateKeyShown.breaks("R387", "It sends its private key in a proof."),
    Name.dpopProofKept.breaks("R391", "It sends one proof with all its requests."),
    Name.dpopProofOnlyOnce.breaks("R386", "It sends a proof with its first request only."),
    Name.dpopTypeLeftOut.breaks("R387", "It makes proofs without a type."),
    Name.plainTokenSentWithDPoP.breaks(
      "R463", "It answers a DPoP challenge with a token that is bound to no key."),
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults in getting tokens, and in what is done with the texts of a Bearer challenge.
  static let bearer: [Fault] = [
    Fault(
      .metadataAskedOnAnyHost, "R382",
      "It fetches metadata from every host on the port of the server."),
    Fault(
      .metadataAskedOnAnyPort, "R382",
      "It fetches metadata from every port of the host of the server."),
    Fault(
      .metadataAskedWithToken, "R384",
      "It sends its token with a request for metadata."),
    Fault(
      .metadataOfAnotherResourceUsed, "R383",
      "It uses metadata whatever resource they are for."),
    Fault(
      .metadataOfErrorUsed, "R461",
      "It uses metadata in a response whose status is an error."),
    Fault(
      .metadataPathOfIssuerFirst, "R460",
      "It asks for the metadata of an authorization server below the path of the issuer."),
    Fault(
      .metadataRedirectFollowed, "R382",
      "It follows a redirect of metadata to another origin."),
    Fault(
      .metadataResourceComparedByOrigin, "R383",
      "It uses metadata for another resource of the same origin."),
    Fault(
      .metadataResourceComparedByPrefix, "R383",
      "It uses metadata whose resource is the beginning of the URL."),
    Fault(
      .metadataSchemeIgnored, "R382",
      "It fetches metadata in clear that an https server names."),
    Fault(
      .metadataUserinfoIgnored, "R462",
      "It fetches metadata from a URL with user information."),
    Fault(
      .realmTakenForAddress, "R120",
      "It makes a request to a realm that is a URL, though it is no client of registries."),
    Fault(
      .registryAccessTokenIgnored, "R385",
      "It takes no token from an answer that names it access_token."),
    Fault(
      .registryFirstScopeOnly, "R385",
      "It asks for a token with the first entry of the scope alone."),
    Fault(
      .registryPasswordForEveryRealm, "R398",
      "It sends its password to every server that a challenge names."),
    Fault(
      .registryRealmInClear, "R398",
      "It fetches a token in clear for an https registry."),
    Fault(
      .registryRealmQueryLost, "R385",
      "It replaces the query of the URL of the token server."),
    Fault(
      .registryRoundsWithoutEnd, "R385",
      "It fetches another token each time one is refused, without limit."),
    Fault(
      .registryScopeLeftOut, "R385",
      "It asks for a token without the scope."),
    Fault(
      .registryScopesJoined, "R385",
      "It asks for a token with all entries of the scope as one."),
    Fault(
      .registryServiceLeftOut, "R385",
      "It asks for a token without the service."),
    Fault(
      .registryTokenFollows, "R398",
      "It sends the token of a registry to the host of the blob."),
    Fault(
      .registryTokenFollowsToAnyPort, "R398",
      "It sends the token of a registry to the blob at another port."),
    Fault(
      .scopeAskedWithoutEnd, "R381",
      "It asks for a token each time the scope is insufficient, without limit."),
    Fault(
      .scopeCutAtBlank, "R381",
      "It asks for the first entry of a scope only."),
    Fault(
      .scopeOfFirstChallengeAsked, "R381",
      "It asks for a token with the scope of the first challenge, whatever a later one demands."),
    Fault(
      .tokenAskedForEachRequest, "R380",
      "It asks for a new token for each of the requests that wait for one."),
  ]
}

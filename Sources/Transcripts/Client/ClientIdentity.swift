// SPDX-License-Identifier: Apache-2.0

/// A client's name, version and abilities.
public struct ClientIdentity: Hashable, Sendable {
  /// Its name: `libcurl`.
  public var name: String
  /// Its version, in its own words.
  public var version: String
  /// The abilities that it claims, as named in docs/abilities.md.
  public var abilities: Set<String>
  /// The claims that failed in their plain cases, sorted by ability; empty if they were not tried.
  public var wrongClaims: [UnsupportedCapability] = []
  /// The combinations of its abilities that failed; empty if they were not tried.
  public var missingCombinations: [MissingCombination] = []

  /// Creates the identity of a client.
  public init(name: String, version: String, abilities: Set<String>) {
    self.name = name
    self.version = version
    self.abilities = abilities
  }
}

/// An ability that a client claims, but did not show in the plain case of the ability.
public struct UnsupportedCapability: Hashable, Sendable {
  /// The ability.
  public var ability: String
  /// What went wrong, as the end of a sentence.
  public var reason: String

  /// Creates a failed claim.
  public init(ability: String, reason: String) {
    self.ability = ability
    self.reason = reason
  }
}

/// Abilities that a client has separately, but not in combination.
///
/// Clients do not claim combinations: RFC 7616 does not say that a client with SHA-256 and MD5-sess
/// supports SHA-256-sess. Cases that need a combination are skipped if its plain case fails.
public struct MissingCombination: Hashable, Sendable {
  /// The abilities, the one with less support first.
  public var abilities: [String]
  /// What went wrong, as the end of a sentence.
  public var reason: String

  /// Creates a failed combination.
  public init(abilities: [String], reason: String) {
    self.abilities = abilities
    self.reason = reason
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What a client is, and what it can do.
public struct ClientIdentity: Hashable, Sendable {
  /// Its name: `libcurl`.
  public var name: String
  /// Its version, in its own words.
  public var version: String
  /// What it claims to be able to do: words of docs/abilities.md.
  public var abilities: Set<String>
  /// Those claims that its plain cases do not bear out, where they were tried; sorted by ability.
  public var wrongClaims: [UnsupportedCapability] = []
  /// Abilities that it has each by itself and not at once, where that was tried.
  public var missingCombinations: [MissingCombination] = []

  /// A client of that name.
  public init(name: String, version: String, abilities: Set<String>) {
    self.name = name
    self.version = version
    self.abilities = abilities
  }
}

/// A claim of a client that its plain case does not bear out.
public struct UnsupportedCapability: Hashable, Sendable {
  /// The ability.
  public var ability: String
  /// What went wrong, as the end of a sentence.
  public var reason: String

  /// A claim that is wrong for that reason.
  public init(ability: String, reason: String) {
    self.ability = ability
    self.reason = reason
  }
}

/// Abilities that a client has each by itself and not at once.
///
/// No client claims a combination. Nothing that RFC 7616 says makes a client that knows SHA-256 and
/// MD5-sess know SHA-256-sess: cases that need such a combination are skipped where its plain case
/// does not work.
public struct MissingCombination: Hashable, Sendable {
  /// The abilities, the one that the client has less of first.
  public var abilities: [String]
  /// What went wrong, as the end of a sentence.
  public var reason: String

  /// A combination that is missing for that reason.
  public init(abilities: [String], reason: String) {
    self.abilities = abilities
    self.reason = reason
  }
}

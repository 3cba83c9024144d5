// SPDX-License-Identifier: Apache-2.0

import Scenarios

/// A Boolean of a client's settings, which sessions and the driver protocol have as well.
package struct ClientFlag: Sendable {
  /// Its name in the driver protocol.
  package let name: String
  /// Its place in the settings of a scenario.
  package let setting: any KeyPath<ClientSettings, Bool> & Sendable
  /// Its place in a session.
  package let option: any WritableKeyPath<ClientSession, Bool> & Sendable
  /// `true` if `open` has it only where it differs from the default, because older drivers do not
  /// know it.
  package let isOptional: Bool

  /// All of them.
  package static let all = [
    ClientFlag(name: "preemptive", setting: \.preemptive, option: \.preemptive, isOptional: false),
    ClientFlag(name: "cookies", setting: \.cookies, option: \.cookies, isOptional: false),
    ClientFlag(name: "tunnel", setting: \.tunnel, option: \.tunnel, isOptional: false),
    ClientFlag(name: "registry", setting: \.registry, option: \.registry, isOptional: true),
    ClientFlag(name: "remember", setting: \.remember, option: \.remember, isOptional: true),
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with logins that are kept in a file.
  static let stores: [Fault] = [
    Fault(
      .refusedLoginStaysStored, "R416",
      "It keeps a login in its file that was refused."),
    Fault(
      .rememberedThoughTold, "R415",
      "It sends an accepted login again without a challenge, although it is configured to keep none."
    ),
    Fault(
      .storeNotRead, "R416",
      "It keeps logins in a file, and does not use them."),
    Fault(
      .storeReadableByOthers, "R418",
      "It lets others read the file in which it keeps logins."),
    Fault(
      .storedBeforeAccepted, "R416",
      "It keeps a login in its file before a server has accepted it."),
    Fault(
      .storedLoginByHostOnly, "R416",
      "It uses a kept login for every port of its host."),
    Fault(
      .storedLoginForEveryHost, "R416",
      "It uses a kept login for hosts other than its own."),
    Fault(
      .storedLoginForOtherSide, "R416",
      "It uses the kept login of a proxy for an origin server, or the other way round."),
    Fault(
      .storedLoginNotReplaced, "R416",
      "It keeps an old login in its file although another one was accepted."),
  ]
}

// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with logins that are kept in a file.
  static let stores: [Fault] = [
    Fault(
      .askedThoughStored, "R453",
      "It asks for a login that it keeps in its file."),
    Fault(
      .brokenStoreTaken, "R458",
      "It takes the octets of a broken file for a password."),
    Fault(
      .cutLoginTaken, "R457",
      "It takes a login from a file that was cut off in the middle of it."),
    Fault(
      .cutStoreNotRead, "R457",
      "It uses no login of a file that was cut off, and says nothing."),
    Fault(
      .memoryOfStoreOnly, "R453",
      "It forgets an accepted login that is no longer in its file."),
    Fault(
      .readOnlyStoreNotRead, "R458",
      "It uses no login of a file that it cannot write."),
    Fault(
      .refusedLoginStaysStored, "R416",
      "It keeps a login in its file that was refused."),
    Fault(
      .rememberedThoughTold, "R415",
      "It sends an accepted login again without a challenge, although it is configured to keep none."
    ),
    Fault(
      .storeErrorCrashes, "R458",
      "It crashes if its file cannot be written."),
    Fault(
      .storeNotRead, "R416",
      "It keeps logins in a file, and does not use them."),
    Fault(
      .storeOfAnotherOverwritten, "R456",
      "It keeps a login, and loses one that was kept since its request began."),
    Fault(
      .storeReadableByOthers, "R418",
      "It lets others read the file in which it keeps logins."),
    Fault(
      .storedBeforeAccepted, "R416",
      "It keeps a login in its file before a server has accepted it."),
    Fault(
      .storedLoginAdded, "R459",
      "It keeps the new password of a user beside the old one."),
    Fault(
      .storedLoginByHostOnly, "R416",
      "It uses a kept login for every port of its host."),
    Fault(
      .storedLoginForEveryHost, "R416",
      "It uses a kept login for hosts other than its own."),
    Fault(
      .storedLoginForEveryRealm, "R450",
      "It uses a kept login for every realm of its server."),
    Fault(
      .storedLoginForEveryScheme, "R451",
      "It uses a kept login for an https URL also for the http URL with its authority, and the other way round."
    ),
    Fault(
      .storedLoginForOtherSide, "R416",
      "It uses the kept login of a proxy for an origin server, or the other way round."),
    Fault(
      .storedLoginNotReplaced, "R416",
      "It keeps an old login in its file although another one was accepted."),
    Fault(
      .storedLoginOfAnotherUser, "R452",
      "It uses a kept login for a URL that names another user."),
    Fault(
      .storedLoginOfFirstRealm, "R450",
      "It uses the first login that it kept for a server, although one for the realm is there."),
    Fault(
      .unaskedLoginStored, "R455",
      "It keeps a login in its file that no server has asked for."),
    Fault(
      .unwantedLoginStored, "R454",
      "It keeps a login in its file that is not to be kept."),
  ]
}

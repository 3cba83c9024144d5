// SPDX-License-Identifier: Apache-2.0

extension Fault {
  /// Faults with logins that are kept in a file.
  static let stores: [Fault] = [
    Name.cutLoginTaken.breaks(
      "R457", "It takes a login from a file that was cut off in the middle of it."),
    Name.memoryOfStoreOnly.breaks(
      "R453", "It forgets an accepted login that is no longer in its file."),
    Name.rememberedThoughTold.breaks(
      "R415",
      "It sends an accepted login again without a challenge, although it is configured to keep "
        + "none."),
    Name.storeErrorCrashes.breaks("R458", "It crashes if its file cannot be written."),
    Name.storeOfAnotherOverwritten.breaks(
      "R456", "It keeps a login, and loses one that was kept since its request began."),
    Name.storeReadableByOthers.breaks(
      "R418", "It lets others read the file in which it keeps logins."),
    Name.storedLoginAdded.breaks("R459", "It keeps the new password of a user beside the old one."),
    Name.storedLoginForEveryHost.breaks(
      "R416", "It uses a kept login for hosts other than its own."),
    Name.storedLoginForEveryScheme.breaks(
      "R451",
      "It uses a kept login for an https URL also for the http URL with its authority, and the "
        + "other way round."),
    Name.storedLoginNotReplaced.breaks(
      "R416", "It keeps an old login in its file although another one was accepted."),
    Name.storedLoginOfAnotherUser.breaks(
      "R452", "It uses a kept login for a URL that names another user."),
    Name.storedLoginOfFirstRealm.breaks(
      "R450",
      "It uses the first login that it kept for a server, although one for the realm is there."),
    Name.unaskedLoginStored.breaks(
      "R455", "It keeps a login in its file that no server has asked for."),
    Name.unwantedLoginStored.breaks("R454", "It keeps a login in its file that is not to be kept."),
  ]
}

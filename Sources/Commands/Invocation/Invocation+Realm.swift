// SPDX-License-Identifier: Apache-2.0

import Kerberos
import Playing

extension Invocation {
  /// Returns the Kerberos realm for cases of Negotiate, which must be kept alive while they are
  /// played; `nil` without such cases, or without Kerberos, which skips each of them with that
  /// reason.
  ///
  /// Call it before other threads are started, since it changes the environment of libcurl.
  package func realm(for plans: CasePlans) -> RunRealm? {
    guard plans.useKerberos, let realm = try? RunRealm.current() else { return nil }
    realm.enterEnvironment()
    return realm
  }
}

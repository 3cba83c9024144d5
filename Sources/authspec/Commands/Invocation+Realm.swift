// SPDX-License-Identifier: Apache-2.0

import Kerberos
import Playing

extension Invocation {
  /// The realm of Kerberos for the cases of Negotiate, which whoever plays them holds; `nil` if
  /// there are none, or there is no Kerberos: then each says why it is skipped.
  ///
  /// To be called before other threads are started, since it changes the environment of libcurl.
  func realm(for plans: [CasePlan]) -> RunRealm? {
    guard plans.contains(where: \.usesKerberos), let realm = try? RunRealm.current() else {
      return nil
    }
    realm.enterEnvironment()
    return realm
  }
}

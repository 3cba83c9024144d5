// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Testing

@Suite struct InternationalNameTests {
  /// The last three are samples of RFC 3492 7.1 (A), (B) and (L).
  @Test(arguments: [
    ("one.test", "one.test"),
    ("ONE.test", "ONE.test"),
    ("löwe.test", "xn--lwe-sna.test"),
    ("LÖWE.Test", "xn--lwe-sna.test"),
    ("one.bücher.test.", "one.xn--bcher-kva.test."),
    ("ليهمابتكلموشعربي؟", "xn--egbpdaj6bu4bxfgehfvwxn"),
    ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
    ("3年b組金八先生", "xn--3b-ww4c5e180e575a65lsy2b"),
  ])
  func uLabelsBecomeALabels(_ name: String, _ expected: String) {
    #expect(InternationalName.aLabels(of: name) == expected)
  }

  @Test func aLabelThatIsTooLongIsNone() {
    #expect(InternationalName.aLabels(of: String(repeating: "ö", count: 200)) == nil)
    #expect(InternationalName.aLabels(of: "ö.\(String(repeating: "a", count: 64)).test") == nil)
    #expect(InternationalName.aLabels(of: "ö..test") == nil)
  }
}

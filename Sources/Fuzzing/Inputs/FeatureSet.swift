// SPDX-License-Identifier: Apache-2.0

/// A set of features.
package struct FeatureSet: OptionSet, Hashable, Sendable {
  /// One bit for each feature.
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The set of these features.
  package init(_ features: some Sequence<InputFeature>) {
    self = []
    for feature in features { insert(feature) }
  }

  init(_ feature: InputFeature) { self.init(rawValue: 1 << UInt64(feature.rawValue)) }

  /// The features in the set, in the order of `allCases`.
  package var elements: [InputFeature] { InputFeature.allCases.filter(contains) }

  mutating func insert(_ feature: InputFeature) { formUnion(FeatureSet(feature)) }

  package func contains(_ feature: InputFeature) -> Bool { isSuperset(of: FeatureSet(feature)) }

  /// The features that consist of whole challenges.
  static let ofChallenges = FeatureSet(InputFeature.allCases.filter(\.isOfChallenges))
  /// The features of an input that only has several of something.
  static let ofNumber = FeatureSet([
    .secondDigest, .secondBasic, .otherScheme, .severalLines, .severalSchemes, .proxy, .laterReply,
    .nextRequest,
  ])
}

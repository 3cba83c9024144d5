// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
import Scenarios

/// An input and the trees of its authentication fields, which all features are looked up in.
struct InputTrees {
  let input: FuzzInput
  /// The trees by reply and line; `nil` for a line of another field.
  let ofReplies: [[LenientFieldTree?]]

  init(_ input: FuzzInput) {
    self.input = input
    ofReplies = input.replies.map { reply in
      reply.lines.map { $0.isChallenge ? LenientFieldTree($0.value) : nil }
    }
  }

  /// The features of the input. Removing one may change only octets that the text of an input
  /// cannot express, which leaves the text the same.
  var features: FeatureSet {
    let replies = input.replies
    var features = FeatureSet(replies.count > 1 ? [.laterReply] : [])
    for index in replies.indices {
      replies[index].addFeatures(isFirst: index == 0, to: &features)
      add(featuresOfLinesIn: index, to: &features)
      features.formUnion(replies[index].featuresOfChallenges(ofReplies[index]))
    }
    return features
  }

  private func add(featuresOfLinesIn index: Int, to features: inout FeatureSet) {
    let lines = input.replies[index].lines
    var challenges = 0
    for line in lines.indices {
      if lines[line].name != lines[line].usualName { features.insert(.caseOfFieldName) }
      guard let tree = ofReplies[index][line] else {
        features.insert(.otherFields)
        continue
      }
      challenges += 1
      lines[line].value.addFeatures(to: &features)
      features.formUnion(tree.features)
    }
    if challenges > 1 { features.insert(.severalLines) }
  }
}

extension FuzzReply {
  /// Adds the features of a reply, without those of its field lines.
  fileprivate func addFeatures(isFirst: Bool, to features: inout FeatureSet) {
    if startsNewRequest, !isFirst { features.insert(.nextRequest) }
    if server == .proxy { features.insert(.proxy) }
    if !interim.isEmpty { features.insert(.interim) }
    if connection != .keep { features.insert(.connection) }
    if framing != .length || isInPieces { features.insert(.framing) }
    if let statusLine, InputFeature.statusLine.without(self).statusLine != statusLine {
      features.insert(.statusLine)
    }
  }
}

extension Octets {
  /// Adds the features of a field value.
  fileprivate func addFeatures(to features: inout FeatureSet) {
    var (hasOther, hasControl) = (false, false)
    for octet in bytes {
      hasOther = hasOther || octet >= 0x80
      hasControl = hasControl || octet < 0x20 && octet != 0x09 || octet == 0x7F
    }
    if hasOther { features.insert(.otherOctets) }
    if hasControl {
      features.insert(.controls)
      if contains(0x0D), unfoldedShort != self { features.insert(.fold) }
    }
  }
}

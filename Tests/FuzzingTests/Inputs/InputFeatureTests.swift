// SPDX-License-Identifier: Apache-2.0

import HTTPAuth
@testable import Fuzzing
import Testing

@Suite("Features of inputs")
struct InputFeatureTests {
  @Test(
    "A removed feature is gone",
    arguments: [
      (.unusualSpaces, "Basic realm = a", "Basic realm=a"),
      (.emptyElement, "Basic realm=a,,x=b, ,", "Basic realm=a,x=b"),
      (.emptyElement, "Digest , realm=a", "Digest realm=a"),
      (.unusualSpaces, "Basic  realm=a\t,x=b", "Basic realm=a, x=b"),
      (.caseOfName, "Basic ReaLM=a", "Basic realm=a"),
      (.caseOfScheme, "bASIC realm=a", "Basic realm=a"),
      (.commaInQuotes, "Basic realm=\"a,b\"", "Basic realm=\"ab\""),
      (.quotedPair, "Basic realm=\"\\a\\\"b\"", "Basic realm=\"ab\""),
      (.otherOctets, "Basic realm=\"\u{E4}\"", "Basic realm=\"aa\""),
      (.controls, "Basic\r\n realm=a\u{1}", "Basic realm=a"),
      (.unusualQuotes, "Basic realm=a", "Basic realm=\"a\""),
      (.unusualQuotes, "Digest algorithm=\"MD5\"", "Digest algorithm=MD5"),
      (.emptyValue, "Basic realm=\"\"", "Basic realm=\"a\""),
      (.longValue, "Basic realm=\"${300*x}\"", "Basic realm=\"a\""),
      (.otherScheme, "NTLM abc==, Basic realm=a", " Basic realm=a"),
      (.duplicateParameter, "Basic realm=a,Realm=b", "Basic realm=a"),
      (.optionalParameter, "Basic realm=a,foo=b", "Basic realm=a"),
      (
        .optionalParameter, "Digest realm=a,stale=true,opaque=\"\",nonce=b",
        "Digest realm=a,nonce=b"
      ),
      (.otherAlgorithm, "Digest algorithm=x,Basic realm=a", "Basic realm=a"),
      (.digestOptions, "Digest a=b,algorithm=SHA-256-sess", "Digest a=b,algorithm=MD5"),
      (.digestOptions, "Digest a=b,algorithm=MD5-sess", "Digest a=b,algorithm=MD5"),
      (.digestOptions, "Digest a=b,qop=\"auth, auth-int\"", "Digest a=b,qop=\"auth\""),
      (.digestOptions, "Digest a=b,qop=auth-int", "Digest a=b,qop=\"auth\""),
      (.incomplete, "Digest realm=a,Basic realm=a", "Basic realm=a"),
      (.severalChallenges, "Digest a=b,Digest c=d", "Digest a=b"),
      (.severalChallenges, "Basic a=b,Foo,Basic c=d", "Basic a=b,Foo"),
      (.otherScheme, "Foo a=b,Basic c=d", "Basic c=d"),
      (.severalChallenges, "Digest a=b,Basic c=d", "Digest a=b"),
    ] as [(InputFeature, Octets, Octets)])
  func removed(feature: InputFeature, field: Octets, rest: Octets) throws {
    let without = try #require(feature.removed(from: FuzzInput(challenges: [field])))
    #expect(without.replies.first?.lines.first?.value == rest)
    #expect(feature.removed(from: without) == nil)
  }

  @Test("All features occur in generated inputs, and can be removed from any until they are gone")
  func features() {
    let generator = InputGenerator(seed: 11, scope: .all)
    var seen: Set<InputFeature> = []
    for index in 0..<5_000 as Range<UInt64> {
      let trees = InputTrees(generator.input(index))
      for feature in trees.features {
        // Without a comma in quotes, say, more octets are in quotes.
        var (rest, removals) = (feature.removed(from: trees), 0)
        if rest != nil { seen.insert(feature) }
        while let left = rest, removals < 10 {
          rest = feature.removed(from: left)
          removals += 1
        }
        #expect(rest == nil, "\(feature): \(trees.input.text)")
      }
    }
    #expect(seen.count == InputFeature.allCases.count)
  }

  @Test(
    "Features of challenges span all lines",
    arguments: [
      (.otherAlgorithm, ["Digest algorithm=x", "Basic realm=a"], ["Basic realm=a"]),
      (.incomplete, ["Digest", "Foo,Basic realm=a"], ["Foo,Basic realm=a"]),
      (.incomplete, ["Digest realm=a,nonce=b", "Basic x=a"], ["Digest realm=a,nonce=b"]),
      (.severalChallenges, ["Digest a=b", "Digest c=d,Foo"], ["Digest a=b", "Foo"]),
      (.severalChallenges, ["Foo,Basic a=b", "Digest c=d"], ["Foo,Basic a=b"]),
      (.otherScheme, ["Foo", "Basic a=b"], ["Basic a=b"]),
      (.otherScheme, ["Foo abc=", "Basic a=b"], ["Basic a=b"]),
    ] as [(InputFeature, [Octets], [Octets])])
  func removedFromLines(feature: InputFeature, fields: [Octets], rest: [Octets]) throws {
    let without = try #require(feature.removed(from: FuzzInput(challenges: fields)))
    #expect(without.replies.first?.lines.map(\.value) == rest)
    #expect(feature.removed(from: without) == nil)
    // The last challenge stays.
    #expect(InputFeature.incomplete.removed(from: FuzzInput(challenges: ["Digest"])) == nil)
  }

  @Test("A plain challenge has no features")
  func plain() {
    let input = FuzzInput(challenges: ["Basic realm=\"a\""])
    for feature in InputFeature.allCases {
      #expect(feature.removed(from: input) == nil, "\(feature)")
    }
  }

  @Test("Replies have features")
  func replies() {
    let input = FuzzInput(
      text: """
        :proxy
        :close
        :chunked
        :interim 103
        HTTP/1.0 407 x
        proxy-authenticate: Foo
        Proxy-Authenticate: Basic realm="a"
        Set-Cookie: a=b

        :again
        :proxy

        """)
    let features = InputFeature.allCases.filter { $0.removed(from: input) != nil }
    #expect(
      features == [
        .caseOfFieldName, .otherScheme, .severalLines, .proxy, .message, .laterReply,
      ])
  }
}

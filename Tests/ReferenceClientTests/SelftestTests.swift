import Conformance
import Polling
import ReferenceClient
import ScenarioLanguage
import Testing

@Suite("The self-test")
struct SelftestTests {
  /// Names R053, which says how Basic credentials are written.
  static let basic = """
    title: A login gets through
    level: must
    requirements: [R053]
    accounts:
      alice: { password: open sesame }
    client:
      credentials: [alice]
    challenges:
      first: { scheme: Basic, realm: there }
    steps:
      - title: a request
        request: { path: /report }
        origin:
          - { protect: first }
        expect:
          origin:
            - { credentials: none, replied: challenge }
            - { credentials: valid, replied: 200 }
          client: { status: 200 }

    """

  static let padding = PlantedFault(
    name: Fault.Name.base64WithoutPadding.rawValue, sentence: "It leaves the padding out.",
    requirement: "R053")
  static let elsewhere = PlantedFault(
    name: Fault.Name.base64WithoutPadding.rawValue, sentence: "It leaves the padding out.",
    requirement: "R999")
  static let unnoticed = PlantedFault(
    name: Fault.Name.clientNonceConstant.rawValue, sentence: "Its cnonce is always the same.",
    requirement: "R080")

  func perform(
    _ texts: [String], _ faults: [PlantedFault], playsAll: Bool = true, jobs: Int = 2,
    always: Set<Fault.Name> = []
  ) -> SelftestResult {
    let cases = texts.enumerated().flatMap { number, text in
      ScenarioLoader.load(text: Array(text.utf8), id: "tiny/\(number)", file: "tiny.yaml").cases
    }
    var options = RunOptions()
    options.jobs = jobs
    let selftest = Selftest(cases: cases, faults: faults, options: options, playsAll: playsAll) {
      fault in
      let names = fault.flatMap { Fault.Name(rawValue: $0.name) }.map { [$0] } ?? []
      return { ReferenceClient(loop: $0, faults: always.union(names)) }
    }
    return selftest.perform(interruption: Interruption())
  }

  @Test(
    "A fault is killed by the check that it breaks, and survives where there is none",
    arguments: [1, 2])
  func kills(_ jobs: Int) {
    let result = perform([Self.basic], [Self.unnoticed, Self.padding], jobs: jobs)
    #expect(result.cases == 1)
    #expect(result.referenceFailures.isEmpty)
    #expect(result.outcomes.map(\.fault) == [Self.unnoticed, Self.padding])
    #expect(result.survivors.map(\.fault) == [Self.unnoticed])
    #expect(result.killed == 1)
    #expect(result.properlyKilled == 1)
    #expect(result.outcomes.last?.kills.allSatisfy { $0.scenario == "tiny/0" } == true)
    #expect(result.status == .failures)
    #expect(perform([Self.basic], [Self.padding]).status == .good)
  }

  @Test("A fault that breaks only checks of other requirements is not properly killed")
  func elsewhere() {
    let result = perform([Self.basic], [Self.elsewhere])
    #expect(result.killed == 1)
    #expect(result.properlyKilled == 0)
  }

  @Test("A check that no fault trips is vacuous; without all cases nobody knows")
  func vacuous() throws {
    let none = try #require(perform([Self.basic], [Self.unnoticed]).vacuous)
    let some = try #require(perform([Self.basic], [Self.unnoticed, Self.padding]).vacuous)
    #expect(none.contains { $0.scenario == "tiny/0" && $0.check == "1.client.outcome" })
    #expect(some.count < none.count)
    #expect(Set(some).isSubset(of: none))
    #expect(perform([Self.basic], [Self.padding], playsAll: false).vacuous == nil)
  }

  @Test("Cases that name the requirement come first, and end with the check that names it")
  func order() {
    let other = Self.basic.replacing("requirements: [R053]", with: "requirements: [R001]")
    let first = perform([other, Self.basic], [Self.padding], playsAll: false)
    #expect(first.outcomes.first?.played == 1)
    #expect(first.outcomes.first?.kills.first?.scenario == "tiny/1")
    #expect(perform([other, Self.basic], [Self.padding]).outcomes.first?.played == 2)
  }

  @Test("A check that is broken without a fault kills none, and is told")
  func brokenReference() {
    let result = perform([Self.basic], [Self.unnoticed], always: [.base64WithoutPadding])
    #expect(result.referenceFailures == ["tiny/0"])
    #expect(result.killed == 0)
    #expect(result.status == .failures)
  }

  @Test("Without a case nothing ran")
  func nothing() {
    let result = perform([], [Self.padding])
    #expect(result.status == .nothingRan)
    #expect(result.cases == 0)
  }
}

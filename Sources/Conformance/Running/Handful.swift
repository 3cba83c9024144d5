internal import Polling

/// Some cases that are all played before the first of them is judged.
///
/// Code that has just run is in the processor's caches: that the judge's does not push out what playing needs, and comes
/// in once for all, makes a case 7 % faster.
public struct Handful: ~Copyable {
  /// How many cases; of more each brings less, and all wait longer.
  public static let size = 8
  /// Milliseconds after which a handful is judged though it is not full: what takes long is told of soon.
  private static let patience = 10

  private enum Item {
    case played(CasePlan, HeldPlay, index: Int)
    case done(CaseResult)
  }

  private let player: CasePlayer
  private var items: [Item] = []
  private var due: Instant?

  /// No cases yet, to be played by this player.
  public init(player: CasePlayer) { self.player = player }

  /// True where nothing is left to judge.
  var isEmpty: Bool { items.isEmpty }

  /// True where it is time to judge.
  public var isFull: Bool {
    items.count >= Handful.size || due.map { $0 <= Instant.now } ?? false
  }

  /// Plays a planned case; `index` is its place in the run.
  public mutating func play(_ plan: CasePlan, index: Int) {
    if due == nil { due = Instant.now.advanced(byMilliseconds: Handful.patience) }
    let play = player.play(plan)
    // That the harness is at fault is told before more is played.
    if play.fault != nil { due = Instant.now }
    items.append(.played(plan, HeldPlay(play), index: index))
  }

  /// Takes in what came of a case that is not played.
  mutating func add(_ result: CaseResult) { items.append(.done(result)) }

  /// Judges what was played, and empties the hand; results come in the order of playing. Ends where `tell` says false.
  public mutating func judge(_ tell: (CaseResult) -> Bool) -> Bool {
    defer {
      items.removeAll(keepingCapacity: true)
      due = nil
    }
    for item in items {
      let result =
        switch item {
        case .played(let plan, let play, let index): CaseJudge.judge(plan, play, index: index)
        case .done(let result): result
        }
      if !tell(result) { return false }
    }
    return true
  }
}

// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation

/// A client made of a few lines of sh, which does as it should but for the request to `/hostile`.
enum HostileClient {
  /// What `--timeout` is where a verdict is to come out: a busy machine is not to be taken for a
  /// client that hangs.
  static func timeout(_ verdict: Verdict) -> String { verdict == .timeout ? "1000" : "20000" }

  /// Three plain requests; the client says how they end, and need not make them.
  static let scenario = """
    title: A plain request
    level: must
    matrix: { way: [first, hostile, last] }
    steps:
      - request: { path: "/${way}" }
        origin: [{ reply: 200 }]
        expect:
          client: { status: 200 }

    """

  /// A driver; `script` is what it does in place of an answer, with the line's id in `$id`.
  static func driver(
    _ script: String, open: String = #"answer '"ok":true'"#,
    change: String = #"answer '"ok":true'"#
  ) -> String {
    """
    answer() { echo "{\\"id\\":$id,$1}"; }
    while read -r line; do
      id=${line#*'"id":'}; id=${id%%[!0-9]*}
      case $line in
      *'"op":"hello"'*) answer '"client":"shell","version":"1","can":["basic","concurrent","memory","change"]' ;;
      *'"op":"open"'*) \(open) ;;
      *'"op":"change"'*) \(change) ;;
      *'"op":"request"'*/hostile*) \(script) ;;
      *'"op":"request"'*) answer '"status":200' ;;
      *) answer '"ok":true' ;;
      esac
    done

    """
  }

  /// A command; `script` is what it does, `$1` is the URL.
  static func command(_ script: String) -> String {
    """
    case $1 in
    */hostile) \(script) ;;
    esac
    echo "status 200"

    """
  }

  /// The file of a client that is this command.
  static let commandFile = """
    name: shell
    kind: command
    argv: [sh, "{client}/client.sh", "{url}"]
    abilities: [basic, concurrent, memory]
    outcomes:
      - { stdout: "^status ([0-9]+)$", status: found }

    """

  /// The first line that is said of the case that is not as the others.
  static func line(_ verdict: Verdict) -> String {
    let word = verdict == .error ? "fault" : verdict.rawValue
    return word.padding(toLength: 9, withPad: " ", startingAt: 0) + "plain/request[way=hostile]"
  }

  /// A folder with the scenario and a driver.
  static func place(driver script: String) throws -> Workplace {
    try Workplace(["Scenarios/plain/request.yaml": scenario, "driver.sh": script])
  }

  /// A folder with the scenario and a command.
  static func place(command script: String) throws -> Workplace {
    try Workplace([
      "Scenarios/plain/request.yaml": scenario, "Clients/shell/client.yaml": commandFile,
      "Clients/shell/client.sh": script,
    ])
  }
}

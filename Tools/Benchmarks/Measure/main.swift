// SPDX-License-Identifier: Apache-2.0

// Measures the cost of a case. Numbers after an equals sign are for programs to read.
//
//     Measure kept|new CASES [clear|tls [microhttpd|wire]|http2]
//                               one case, planned once, played and judged CASES times
//     Measure players           how many cases are played at once
//     Measure certificates FOLDER    writes root.pem, server.pem and key.pem, which are as in a
//                               run, for the host 127.0.0.1
//     Measure grow CASES        CASES distinct cases, each planned, played and judged once
//     Measure headers ROUNDS    all lines of the header cases, parsed ROUNDS times
//     Measure spawn COUNT PROGRAM [ARGUMENT]...    a command under test, called COUNT times
//     Measure left CASES FOLDER    cases played to processes, and what these leave behind;
//                                  the folder is Benchmarks
//
// kept: all on one connection and one handle of the client; new: servers, handles and connections
// as in a run.
import Scenarios

let arguments = CommandLine.arguments
let cases = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0
switch (arguments.dropFirst().first, cases) {
case ("kept", 1...), ("new", 1...):
  Measurement(keepsConnections: arguments[1] == "kept").repeatOneCase(
    cases, overTLS: arguments.contains("tls"),
    on: arguments.last.flatMap { BackEnd(rawValue: $0) },
    overHTTP2: arguments.contains("http2"))
case ("players", _): print(Measurement(keepsConnections: true).playerCount)
case ("certificates", _) where arguments.count == 3:
  try CertificateFiles.write(to: arguments[2])
case ("grow", 1...): Measurement(keepsConnections: false).playDistinctCases(cases)
case ("headers", 1...): HeaderMeasurement.measure(rounds: cases)
case ("spawn", 1...):
  let measurement = SpawnMeasurement()
  // The client does not retain its observer.
  withExtendedLifetime(measurement) {
    measurement.call(Array(arguments.dropFirst(3)), times: cases)
  }
case ("left", 1...):
  ProcessLeftovers.measure(cases, scripts: arguments.count > 3 ? arguments[3] : "")
default:
  print(
    """
    usage: Measure kept|new CASES [clear|tls [microhttpd|wire]|http2]
           Measure players, grow CASES, headers ROUNDS, spawn COUNT PROGRAM, left CASES FOLDER, certificates FOLDER
    """)
}

// SPDX-License-Identifier: Apache-2.0

import Transcripts
import Foundation
import TestThreads
import Testing

@Suite("Serving a case", .onOwnThreads)
struct ServeTests {
  let place: Workplace

  init() throws {
    place = try Workplace(["Scenarios/basic/plain.yaml": Workplace.scenario()])
  }

  /// Runs a script of sh with the program as `$1`, and the file that its output goes to as `$2`.
  private func script(_ text: String) throws -> ProgramRun {
    let start = """
      trap 'kill $pid 2>/dev/null' EXIT
      line() { for i in $(seq 200); do \
      found=$(sed -n "s/^  $1  *//p" "$2" | head -n 1); [ -n "$found" ] && break; sleep 0.05; done; }
      """
    return try ProgramRun(
      ["-c", start + "\n" + text, "sh", ProgramRun.program.path, "\(place.path)/out"],
      in: place.path, program: URL(filePath: "/bin/sh"))
  }

  private static let serve = """
    : >"$2"
    "$1" serve 'basic/plain' </dev/null >"$2" 2>err & pid=$!
    line GET "$2"; url=$found; line page "$2"; page=$found

    """

  @Test("A client that logs in passes, and one that does not fails")
  func verdicts() throws {
    let good = try script(
      Self.serve + "curl -s --basic -u 'alice:open sesame' $url >body; "
        + "curl -s --anyauth -u 'alice:open sesame' $url >body; kill -INT $pid; wait $pid")
    // A login that was sent unasked.
    #expect(good.status == ExitStatus.failures.rawValue)
    let passed = try script(
      Self.serve + "curl -s --anyauth -u 'alice:open sesame' $url >body; kill -INT $pid; wait $pid")
    #expect(passed.status == 0)
    #expect(try place.text("body") == "authspec says 200\n")
    let text = try place.text("out")
    #expect(text.contains("pass     basic/plain[way=a]"), "\(text)")
    #expect(text.contains("password     open sesame"))
    #expect(text.contains("Authorization: Basic"))
    #expect(try place.text("err").contains("basic/plain[way=b]"))
    let failed = try script(
      Self.serve + "curl -s $url >body; kill $pid; wait $pid")
    #expect(failed.status == ExitStatus.failures.rawValue)
    let nothing = try script(Self.serve + "kill $pid; wait $pid")
    #expect(nothing.status == ExitStatus.nothingRan.rawValue)
  }

  @Test(
    "A client with the tickets that are printed logs in with Negotiate",
    .enabled(if: KerberosPrograms.isInstalled, "krb5-kdc is not installed"))
  func tickets() throws {
    try place.write(
      """
      title: The client gets the ticket from the KDC
      level: robust
      needs: [negotiate]
      accounts: { alice: { principal: alice } }
      client: { tickets: [{ account: alice, kdc: true }] }
      challenges: { first: { scheme: Negotiate } }
      steps:
        - request: { path: /report }
          origin: [{ protect: first }]
          expect: { origin: [{ replied: challenge, optional: true }, { credentials: valid, account: alice }] }
      """, to: "Scenarios/basic/plain.yaml")
    let run = try script(
      Self.serve + """
        command=$(sed -n 's/^  as curl  *//p' "$2")
        sh -c "$command" >body 2>/dev/null; kill -INT $pid; wait $pid
        """)
    let text = try place.text("out")
    #expect(run.status == 0, "\(text)\(run.errors)")
    #expect(text.contains("KRB5_CONFIG=") && text.contains("KRB5CCNAME=FILE:"), "\(text)")
    // The ticket is for 127.0.0.1.
    let elsewhere = try place.run("serve", "basic/plain", "--listen", "127.0.0.99")
    #expect(elsewhere.status == ExitStatus.usage.rawValue)
    #expect(elsewhere.errors.contains("not for 127.0.0.99"), "\(elsewhere.errors)")
  }

  @Test("The page shows the case, ends its steps, and is nobody else's")
  func page() throws {
    let run = try script(
      Self.serve + """
        curl -s --anyauth -u 'alice:open sesame' $url >/dev/null
        curl -s $page >page.html
        for more in "-H Host:evil.test" "-X POST -H Origin:http://evil.test" "-X DELETE" \
          "-X POST -H Sec-Fetch-Site:cross-site" "-X POST -H Sec-Fetch-Site:same-site" \
          "-X POST -H Referer:http://evil.test/" "-X POST -H Referer:${page%/}.evil.test/"; do
          curl -s -o /dev/null -w '%{http_code} ' $more ${page}next
        done
        port=${page##*:}
        curl -s -d nonsense -H Sec-Fetch-Site:same-origin -H Origin:http://localhost:${port%/} \
          -H Referer:http://localhost:$port http://localhost:${port}next
        curl -s -w '%{http_code}\\n' -d 404 ${page}next
        wait $pid
        """)
    #expect(run.status == ExitStatus.failures.rawValue)
    #expect(run.output.hasPrefix("421 403 405 403 403 403 403 Type nothing"), "\(run.output)")
    #expect(run.output.hasSuffix("204\n"))
    let html = try place.text("page.html")
    #expect(html.contains("A login gets through"))
    #expect(html.contains("→ GET /report"))
    #expect(try place.text("out").contains("observed  status 404"))
  }

  @Test("Lines of a pipe end steps and report what the client showed")
  func lines() throws {
    let run = try script(
      """
      mkfifo in; "$1" serve --no-page 'basic/plain[way=b]' <in >"$2" & pid=$!
      exec 3>in; line GET "$2"; url=$found
      echo what >&3; echo >&3; curl -s --anyauth -u 'alice:open sesame' $url >/dev/null
      sleep 0.3; echo 200 >&3; wait $pid
      """)
    #expect(run.status == 0)
    let text = try place.text("out")
    #expect(text.contains("Type nothing, a status as 401"), "\(text)")
    #expect(text.contains("Nothing has come from the client in this step."))
    #expect(!text.contains("page   "))
    #expect(text.contains("client     =  200") || text.contains("(1.client.outcome)"))
  }

  @Test(
    "What cannot be served is said",
    arguments: [
      (["serve"], "expected one scenario or case"), (["serve", "basic/plian"], "did you mean"),
      (["serve", "Scenarios"], "names 2 scenarios, and one case can be served"),
      (["serve", "basic/plain", "--listen", "0.0.0.0"], "only an IPv4 address"),
      (["serve", "basic/plain", "--listen", "203.0.113.77"], "has no address 203.0.113.77"),
      (["serve", "basic/plain", "--port", "0"], "only a number from 1 to 65535"),
      (["serve", "basic/plain[way=c]"], "no scenario is named"),
    ])
  func wrong(_ arguments: [String], _ complaint: String) throws {
    try place.write(Workplace.scenario(title: "Another"), to: "Scenarios/basic/other.yaml")
    let run = try ProgramRun(arguments, in: place.path)
    #expect(run.status == ExitStatus.usage.rawValue)
    #expect(run.errors.contains(complaint), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test("Two at once do not disturb each other, but for a port that both want")
  func two() throws {
    let run = try script(
      Self.serve + """
        "$1" serve 'basic/plain' --no-page --port ${url##*:} </dev/null 2>&1 | head -n 1
        port=${url#http://127.0.0.1:}; port=${port%%/*}
        "$1" serve 'basic/plain' --no-page --port $port </dev/null >/dev/null; echo $?
        curl -s --anyauth -u 'alice:open sesame' $url; kill $pid; wait $pid
        """)
    #expect(run.status == 0)
    #expect(run.output.contains("2\nauthspec says 200\n"), "\(run.output)")
    #expect(run.errors.contains("Address already in use"))
  }
}

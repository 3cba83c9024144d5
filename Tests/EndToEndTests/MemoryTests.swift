// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization
import TestThreads
import Testing

#if os(Linux)
  /// The memory that a client can make the program use: what a plain run uses, and some more.
  @Suite("Clients that say more than can be kept")
  struct MemoryTests {
    /// The most kilobytes above those of a plain run.
    private static let most = 40_000

    /// Runs the program, and returns the most kilobytes that it had in use.
    private static func peak(
      _ place: Workplace, _ arguments: [String]
    ) throws -> (kilobytes: Int, run: ProgramRun) {
      let peak = Atomic(0)
      let run = try ProgramRun(
        ["run", "--jobs", "1", "--no-junit", "--timeout", "20000", "--retries", "0"] + arguments,
        in: place.path
      ) { process in
        while process.isRunning {
          let status = try? String(
            contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
          let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
          peak.max(Int(line.filter(\.isNumber)) ?? 0, ordering: .relaxed)
          Thread.sleep(forTimeInterval: 0.002)
        }
      }
      return (peak.load(ordering: .relaxed), run)
    }

    private static func expectLittle(_ place: Workplace, than plain: Workplace, _ client: [String])
      throws -> ProgramRun
    {
      let usual = try peak(plain, client.map { $0.replacing("PLACE", with: plain.path) })
      #expect(usual.run.status == 0, "\(usual.run.output)\(usual.run.errors)")
      let hostile = try peak(place, client.map { $0.replacing("PLACE", with: place.path) })
      #expect(
        hostile.kilobytes < usual.kilobytes + most,
        "\(hostile.kilobytes) KB, and \(usual.kilobytes) KB in a plain run")
      return hostile.run
    }

    /// What a driver does in place of an answer, and what is said of it.
    static let drivers: [(script: String, words: String)] = [
      ("head -c 100000000 /dev/zero | tr '\\0' a", "a line of more than 16 MB"),
      (
        "printf '{\"id\":'$id',\"status\":200,\"body\":\"'; head -c 15900000 /dev/zero | tr '\\0' A; echo '\"}'",
        "3 cases: 3 passed"
      ),
      (
        "printf '{\"id\":'$id',\"status\":200,\"x\":\"'; head -c 15900000 /dev/zero | tr '\\0' A; echo '\"'",
        "it wrote a line that is not JSON"
      ),
      (
        "printf '{\"id\":'$id',\"x\":['; head -c 7900000 /dev/zero | sed 's/\\x00/1,/g'; echo '1]}'",
        "it has too many values"
      ),
      (
        "printf '{\"id\":'$id',\"error\":{\"kind\":\"other\",\"message\":\"'; head -c 15900000 /dev/zero | tr '\\0' A; echo '\"}}'",
        "3 cases: 2 passed, 1 failed"
      ),
      ("head -c 100000000 /dev/zero >&2; answer '\"status\":200'", "3 cases: 3 passed"),
    ]

    @Test("A driver", arguments: drivers)
    func driver(_ script: String, _ words: String) throws {
      let run = try Self.expectLittle(
        try HostileClient.place(driver: HostileClient.driver(script)),
        than: try HostileClient.place(driver: HostileClient.driver("answer '\"status\":200'")),
        ["--driver", "sh PLACE/driver.sh"])
      #expect(run.output.contains(words), "\(run.output)\(run.errors)")
    }

    /// What a command does before it writes its status.
    static let commands = [
      "head -c 100000000 /dev/zero",
      "yes 'status 20' | head -c 100000000",
      "head -c 100000000 /dev/zero > $2; yes a:b | head -c 50000000 > $3",
    ]

    @Test("A command", arguments: commands)
    func command(_ script: String) throws {
      func place(_ script: String) throws -> Workplace {
        let place = try HostileClient.place(command: HostileClient.command(script))
        try place.write(
          HostileClient.commandFile.replacing(
            "\"{url}\"]", with: "\"{url}\", \"{output}\", \"{headers}\"]\nbody: output"),
          to: "Clients/shell/client.yaml")
        return place
      }
      let run = try Self.expectLittle(
        try place(script), than: try place("true"), ["--client", "shell"])
      #expect(run.output.contains("3 cases: "), "\(run.output)\(run.errors)")
    }

    /// What a client sends without end after the first octets.
    static let endless: [(beginning: String, rest: String)] = [
      ("GET / HTTP/1.1\\r\\nHost: a\\r\\nX: ", "x"),
      ("GET / HTTP/1.1\\r\\nHost: a\\r\\n", "a:b\\r\\n"),
      ("PUT / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 16000000\\r\\n\\r\\n", "x"),
      (
        "PUT / HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n",
        "10\\r\\n0123456789abcdef\\r\\n"
      ),
      ("", "\\r\\n"),
    ]

    @Test("A request", arguments: endless, ["microhttpd", "wire"])
    func request(_ octets: (beginning: String, rest: String), _ server: String) throws {
      // bash has sockets. It is ended by the server, or when it has sent enough.
      let script = """
        case $1 in */hostile) ;; *) echo status 200; exit ;; esac
        place=${1#http://}; place=${place%%/*}
        exec 3<>/dev/tcp/${place%:*}/${place#*:}
        trap '' PIPE
        rest=$(printf "$3%.0s" {1..5000}; echo .)
        printf "$2" >&3
        for n in {1..2000}; do printf %s "${rest%.}" >&3 || break; done 2>/dev/null
        echo status 200
        """
      func place(_ script: String) throws -> Workplace {
        let place = try HostileClient.place(command: script)
        try place.write(
          HostileClient.commandFile.replacing(
            "argv: [sh, \"{client}/client.sh\", \"{url}\"]",
            with:
              "argv: [bash, \"{client}/client.sh\", \"{url}\", \"\(octets.beginning)\", \"\(octets.rest)\"]"
          ),
          to: "Clients/shell/client.yaml")
        return place
      }
      let run = try Self.expectLittle(
        try place(script), than: try place("echo status 200"),
        ["--client", "shell", "--no-probe", "--server", server])
      #expect(run.output.contains("3 cases: "), "\(run.output)\(run.errors)")
    }
  }
#endif

// swift-tools-version: 6.2
import PackageDescription

// What is needed to play a case. Every module that is imported is named, also where it would come along with another:
// an object file is not made anew when a module changes that its target does not name.
let playing: [Target.Dependency] = [
  "HTTPAuth", "ScenarioLanguage", "Polling", "TestServers", "ClientDrivers",
]

let package = Package(
  name: "authspec",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "authspec", targets: ["authspec"])
  ],
  targets: [
    // C libraries, each confined to one module.
    .systemLibrary(
      name: "CCurl", pkgConfig: "libcurl",
      providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
    .systemLibrary(
      name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
      providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(
      name: "CNettle", pkgConfig: "nettle",
      providers: [.apt(["nettle-dev"]), .brew(["nettle"])]),

    // What HTTP authentication is: no input or output, no Foundation.
    .target(name: "HTTPAuth", dependencies: ["CNettle"]),
    .testTarget(
      name: "HTTPAuthTests", dependencies: ["HTTPAuth"], resources: [.copy("Fixtures")]),

    // JSON, as reports write it and drivers speak it.
    .target(name: "JSON"),
    .testTarget(name: "JSONTests", dependencies: ["JSON", "HTTPAuth"]),

    // What a scenario says.
    .target(name: "ScenarioLanguage", dependencies: ["HTTPAuth", "CYAML"]),
    .testTarget(
      name: "ScenarioLanguageTests", dependencies: ["ScenarioLanguage", "HTTPAuth"],
      resources: [.copy("Fixtures")]),

    // Play: one loop, the servers on it, the client on it.
    .target(name: "Polling"),
    .testTarget(name: "PollingTests", dependencies: ["Polling"]),
    .target(name: "TestServers", dependencies: ["HTTPAuth", "Polling", "CMicroHTTPD"]),
    .testTarget(
      name: "TestServersTests", dependencies: ["TestServers", "HTTPAuth", "Polling", "CMicroHTTPD"]),
    .target(name: "ClientDrivers", dependencies: ["HTTPAuth", "Polling", "CCurl"]),
    .testTarget(
      name: "ClientDriversTests", dependencies: ["ClientDrivers", "HTTPAuth", "Polling", "CNettle"]),

    // A whole client, to show that every scenario can be passed and that every fault is noticed.
    .target(name: "ReferenceClient", dependencies: ["HTTPAuth", "Polling", "ClientDrivers"]),
    .testTarget(
      name: "ReferenceClientTests",
      dependencies: ["ReferenceClient", "Conformance", "CMicroHTTPD"] + playing,
      resources: [.copy("Fixtures")]),

    // Play a case, judge its recording.
    .target(
      name: "Conformance",
      dependencies: playing),
    .testTarget(name: "ConformanceTests", dependencies: ["Conformance"] + playing),

    // Print.
    .target(name: "Reports", dependencies: ["Conformance", "JSON"] + playing),
    .testTarget(
      name: "ReportsTests", dependencies: ["Reports", "Conformance", "JSON"] + playing,
      resources: [.copy("Fixtures")]),

    // What a case costs, to be held against Benchmarks/bare-loop.c.
    .executableTarget(
      name: "Measure", dependencies: ["Conformance"] + playing, path: "Benchmarks/Measure"),

    // The program: the only place that exits.
    .executableTarget(
      name: "authspec", dependencies: ["Reports", "ReferenceClient", "Conformance"] + playing),
    .testTarget(
      name: "EndToEndTests", dependencies: ["authspec", "Reports", "Conformance"] + playing),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
  ]
}

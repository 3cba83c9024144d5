// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

// Your own client, tested with authspec's scenarios in your own test suite: swift test
// --package-path Examples/OwnClient
let package = Package(
  name: "OwnClient",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "authspec", path: "../..")],
  targets: [
    .target(name: "OwnClient"),
    .testTarget(
      name: "OwnClientTests",
      dependencies: ["OwnClient", .product(name: "AuthspecTesting", package: "authspec")],
      exclude: ["Scenarios"]),
  ]
)

// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension Instrumenter {
  func writeDeclaration(_ node: Syntax) -> String {
    if let function = node.as(FunctionDeclSyntax.self) {
      if planted.isIdle(function) { return node.description }
      let returnType = function.signature.returnClause?.type.trimmedDescription
      return within(function.name.text) {
        body(node, returnsValue: returnType != nil && returnType != "Void")
      }
    }
    if node.is(InitializerDeclSyntax.self) {
      return within("init") { body(node, returnsValue: false) }
    }
    if node.is(DeinitializerDeclSyntax.self) {
      return within("deinit") { body(node, returnsValue: false) }
    }
    if let variable = node.as(VariableDeclSyntax.self), let binding = variable.bindings.first {
      let isLocal = !(node.parent?.is(MemberBlockItemSyntax.self) ?? false)
      if isLocal { return inside(node) { children(node) } }
      let name = binding.pattern.trimmedDescription
      return within(name) {
        inside(node) { computed(variable) ?? body(node, returnsValue: true) }
      }
    }
    return children(node)
  }

  private func body(_ node: Syntax, returnsValue: Bool) -> String {
    self.returnsValue.append(returnsValue)
    defer { self.returnsValue.removeLast() }
    return children(node)
  }

  /// Turns a static constant into a computed property: a constant is evaluated once for the whole
  /// process and would ignore a mutant that is chosen later. Returns `nil` if it has no site, or if
  /// its type is not known.
  private func computed(_ variable: VariableDeclSyntax) -> String? {
    guard variable.bindingSpecifier.tokenKind == .keyword(.let),
      variable.modifiers.contains(where: { $0.name.tokenKind == .keyword(.static) }),
      variable.bindings.count == 1, let binding = variable.bindings.first,
      let initializer = binding.initializer
    else { return nil }
    let before = list.sites.count
    let value = core(initializer.value)
    guard list.sites.count > before else { return variable.description }
    let type = binding.typeAnnotation?.type.trimmedDescription ?? "Int"
    let modifiers = variable.modifiers.trimmedDescription
    return around(
      variable, "\(modifiers) var \(binding.pattern.trimmedDescription): \(type) { \(value) }")
  }
}

// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// Finds the code of the planted faults. It does nothing in a client without faults, so it has no
/// sites.
///
/// `faults.has(…)` is false there. From this follow conditions that never hold, and functions that
/// do nothing.
final class PlantedCode {
  /// Functions that return `false`, or that return at once.
  private var idle: Set<String> = []
  /// Names that only code of faults uses.
  var unused: Set<String> = []

  /// Searches the client's files until it finds nothing more.
  init(_ files: [SourceFileSyntax]) {
    let declared = files.flatMap { FunctionFinder($0).found }
    var known = -1
    while known != idle.count {
      known = idle.count
      for function in declared where isIdle(function) { idle.insert(function.name) }
    }
  }

  /// The constant value of a condition without faults; `nil` if it is not constant.
  func value(_ expression: ExprSyntax) -> Bool? {
    if let call = expression.as(FunctionCallExprSyntax.self) {
      return isSwitch(call) || isIdle(call) ? false : nil
    }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return value(prefix.expression).map { !$0 }
    }
    if let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let inner = tuple.elements.first?.expression
    {
      return value(inner)
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return nil }
    let (left, right) = (value(infix.leftOperand), value(infix.rightOperand))
    switch infix.operator.trimmedDescription {
    case "&&":
      if left == false || right == false { return false }
      return left == true && right == true ? true : nil
    case "||":
      if left == true || right == true { return true }
      return left == false && right == false ? false : nil
    default: return nil
    }
  }

  /// The constant value of a list of conditions; `nil` if it is not constant.
  func value(_ conditions: ConditionElementListSyntax) -> Bool? {
    let values = conditions.map { value($0) }
    if values.contains(false) { return false }
    return values.allSatisfy { $0 == true } ? true : nil
  }

  func value(_ element: ConditionElementSyntax) -> Bool? {
    element.condition.as(ExprSyntax.self).flatMap { value($0) }
  }

  /// `faults.has(…)`
  private func isSwitch(_ call: FunctionCallExprSyntax) -> Bool {
    isOfFaults(call, "has")
  }

  /// `faults.alter(…)`, which returns the value unchanged without faults.
  func isAlteration(_ call: FunctionCallExprSyntax) -> Bool { isOfFaults(call, "alter") }

  private func isOfFaults(_ call: FunctionCallExprSyntax, _ name: String) -> Bool {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == name, let base = member.base
    else { return false }
    return base.trimmedDescription.split(separator: ".").last == "faults"
  }

  /// `true` for a call of a function that does nothing without faults.
  func isIdle(_ call: FunctionCallExprSyntax) -> Bool {
    if let reference = call.calledExpression.as(DeclReferenceExprSyntax.self) {
      return idle.contains(reference.baseName.text)
    }
    return false
  }

  /// `true` for a function or a property that only faults use.
  func isUnused(_ declaration: Syntax) -> Bool {
    if let function = declaration.as(FunctionDeclSyntax.self) {
      return unused.contains(function.name.text)
    }
    guard let variable = declaration.as(VariableDeclSyntax.self),
      declaration.parent?.is(MemberBlockItemSyntax.self) ?? false,
      let name = variable.bindings.first?.pattern.trimmedDescription
    else { return false }
    return unused.contains(name)
  }

  /// `true` for a declaration whose documentation comment ends with the words for a fault.
  static func isPlanted(_ declaration: some SyntaxProtocol) -> Bool {
    let comment = declaration.leadingTrivia.pieces.compactMap { piece -> String? in
      if case .docLineComment(let text) = piece { text } else { nil }
    }
    guard let last = comment.last else { return false }
    return last.hasSuffix(": a fault.") || last.hasSuffix(": faults.")
  }

  /// `true` for a function that does nothing without faults, so that all of it is planted.
  func isIdle(_ function: FunctionDeclSyntax) -> Bool { idle.contains(function.name.text) }

  private func isIdle(_ function: FunctionFinder.Function) -> Bool {
    for item in function.body {
      if let statement = item.item.as(GuardStmtSyntax.self), value(statement.conditions) == false {
        return statement.body.statements.first.map { returnsNothing($0) } ?? false
      }
      if let expression = item.item.as(ExpressionStmtSyntax.self)?.expression
        .as(IfExprSyntax.self), value(expression.conditions) == false, expression.elseBody == nil
      {
        continue
      }
      if item.item.is(VariableDeclSyntax.self) { continue }
      return item.item.is(ReturnStmtSyntax.self) && returnsNothing(item)
    }
    return false
  }

  private func returnsNothing(_ item: CodeBlockItemSyntax) -> Bool {
    guard let statement = item.item.as(ReturnStmtSyntax.self) else { return false }
    guard let expression = statement.expression else { return true }
    return expression.trimmedDescription == "false" || value(expression) == false
  }
}

/// The functions that a file declares.
private final class FunctionFinder: SyntaxVisitor {
  struct Function {
    var name: String
    var body: [CodeBlockItemSyntax]
  }

  var found: [Function] = []

  init(_ file: SourceFileSyntax) {
    super.init(viewMode: .sourceAccurate)
    walk(file)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let body = node.body {
      found.append(Function(name: node.name.text, body: Array(body.statements)))
    }
    return .visitChildren
  }
}

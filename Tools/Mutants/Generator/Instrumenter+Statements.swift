// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension Instrumenter {
  // MARK: Blocks

  /// The statements of a block, up to one that always leaves the block.
  func writeItems(_ items: CodeBlockItemListSyntax) -> String {
    var text = ""
    var isReached = true
    for item in items {
      text +=
        isReached ? inside(item) { writeItem(item, alone: items.count == 1) } : item.description
      if let statement = item.item.as(GuardStmtSyntax.self),
        planted.value(statement.conditions) == false
      {
        isReached = false
      }
    }
    return text
  }

  private func writeItem(_ item: CodeBlockItemSyntax, alone: Bool) -> String {
    if let call = call(item.item) {
      if planted.isIdle(call) { return item.description }
      if isCallOfInitializer(call) { return children(Syntax(item)) }
      if alone, isValue(item) {
        return children(Syntax(item))
      }
      let number = site(call, "left out", .call)
      return around(item, "if !Mutants.isOn(\(number)) { \(core(item)) }")
    }
    if let statement = item.item.as(ReturnStmtSyntax.self), let value = statement.expression,
      returnsValue.last == false, let call = call(CodeBlockItemSyntax.Item(value)),
      !planted.isIdle(call)
    {
      let number = site(call, "left out", .call)
      return around(item, "if Mutants.isOn(\(number)) { return }; \(core(item))")
    }
    return children(Syntax(item))
  }

  /// The call that a statement consists of, with or without `try`.
  private func call(_ item: CodeBlockItemSyntax.Item) -> FunctionCallExprSyntax? {
    var expression = item.as(ExprSyntax.self)
    if let statement = item.as(ExpressionStmtSyntax.self) { expression = statement.expression }
    while let found = expression {
      if let call = found.as(FunctionCallExprSyntax.self) { return call }
      if let inner = found.as(TryExprSyntax.self) {
        expression = inner.expression
      } else if let inner = found.as(UnsafeExprSyntax.self) {
        expression = inner.expression
      } else if let inner = found.as(OptionalChainingExprSyntax.self) {
        expression = inner.expression
      } else {
        return nil
      }
    }
    return nil
  }

  private func isCallOfInitializer(_ call: FunctionCallExprSyntax) -> Bool {
    call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "init"
  }

  /// `true` if the only statement of a block may be the value of a function, a closure or a switch.
  private func isValue(_ item: CodeBlockItemSyntax) -> Bool {
    var node = Syntax(item)
    while let parent = node.parent {
      if let items = node.as(CodeBlockItemListSyntax.self) {
        if items.count != 1 { return false }
        if parent.is(ClosureExprSyntax.self) { return true }
      }
      if parent.is(FunctionDeclSyntax.self) || parent.is(InitializerDeclSyntax.self)
        || parent.is(DeinitializerDeclSyntax.self) || parent.is(AccessorBlockSyntax.self)
        || parent.is(AccessorDeclSyntax.self)
      {
        return returnsValue.last ?? true
      }
      if parent.is(GuardStmtSyntax.self) || parent.is(DoStmtSyntax.self)
        || parent.is(CatchClauseSyntax.self) || parent.is(WhileStmtSyntax.self)
        || parent.is(ForStmtSyntax.self) || parent.is(DeferStmtSyntax.self)
        || parent.is(RepeatStmtSyntax.self)
      {
        return false
      }
      if parent.is(InitializerClauseSyntax.self) || parent.is(ReturnStmtSyntax.self)
        || parent.is(LabeledExprSyntax.self)
      {
        return true
      }
      node = parent
    }
    return true
  }

  // MARK: Statements

  func writeStatement(_ node: Syntax) -> String? {
    if let statement = node.as(GuardStmtSyntax.self) {
      let conditions = conditions(statement.conditions)
      return [
        statement.guardKeyword.description, conditions, statement.elseKeyword.description,
        write(statement.body),
      ].joined()
    }
    if let expression = node.as(IfExprSyntax.self) {
      let value = planted.value(expression.conditions)
      return [
        expression.ifKeyword.description, conditions(expression.conditions),
        value == false ? expression.body.description : write(expression.body),
        expression.elseKeyword?.description ?? "",
        expression.elseBody.map { value == true ? $0.description : write($0) } ?? "",
      ].joined()
    }
    if let statement = node.as(WhileStmtSyntax.self) {
      return [
        statement.whileKeyword.description, conditions(statement.conditions),
        planted.value(statement.conditions) == false
          ? statement.body.description : write(statement.body),
      ].joined()
    }
    if let clause = node.as(WhereClauseSyntax.self) {
      guard planted.value(clause.condition) == nil else { return node.description }
      return clause.whereKeyword.description
        + inside(clause) { condition(clause.condition) }
    }
    if let switchCase = node.as(SwitchCaseSyntax.self), isPlanted(switchCase) {
      return node.description
    }
    if let pattern = node.as(ExpressionPatternSyntax.self) {
      return inside(pattern) { writePattern(pattern) }
    }
    return nil
  }

  private func isPlanted(_ switchCase: SwitchCaseSyntax) -> Bool {
    guard let label = switchCase.label.as(SwitchCaseLabelSyntax.self) else { return false }
    return label.caseItems.allSatisfy { item in
      item.whereClause.map { planted.value($0.condition) == false } ?? false
    }
  }

  /// The pattern of a case: only its numbers, octets and texts are sites, because a pattern may
  /// bind names.
  private func writePattern(_ pattern: ExpressionPatternSyntax) -> String {
    if let words = span(pattern.expression) { return around(pattern, "Mutants.span(\(words))") }
    if let constant = simple(pattern.expression) {
      let number = site(surroundings.last ?? Syntax(pattern), constant.change, .constant)
      return around(pattern, "Mutants.one(\(number), \(constant.text), \(constant.other))")
    }
    return pattern.description
  }

  // MARK: Conditions

  /// The conditions of `if`, `guard` and `while`: each is a site unless it belongs to a fault.
  private func conditions(_ elements: ConditionElementListSyntax) -> String {
    guard planted.value(elements) == nil else { return elements.description }
    let live = elements.count { planted.value($0) == nil }
    return elements.map { element in
      guard planted.value(element) == nil else { return element.description }
      return inside(element) { self.element(element, isOneOfSeveral: live > 1) }
    }.joined()
  }

  private func element(_ element: ConditionElementSyntax, isOneOfSeveral: Bool) -> String {
    let comma = element.trailingComma?.description ?? ""
    guard let expression = element.condition.as(ExprSyntax.self) else {
      if element.condition.is(AvailabilityConditionSyntax.self) { return element.description }
      // It binds a name, so it cannot be negated or left out: the mutant makes it fail.
      let number = site(element.condition, "refused", .condition)
      let text = core(element.condition)
      return around(element.condition, "\(text), Mutants.passes(\(number))") + comma
    }
    if expression.is(BooleanLiteralExprSyntax.self) {
      leave(expression, because: "A loop without a condition: code inside the loop ends it.")
      return element.description
    }
    let negated = isTurnedElsewhere(expression) ? 0 : site(expression, "negated", .negation)
    let leftOut = isOneOfSeveral ? site(expression, "left out", .condition) : 0
    guard negated + leftOut > 0 else { return write(expression) + comma }
    return around(expression, "Mutants.clause(\(negated), \(leftOut), \(core(expression)))") + comma
  }

  /// A single condition.
  func condition(_ expression: ExprSyntax) -> String {
    guard planted.value(expression) == nil else { return expression.description }
    if isTurnedElsewhere(expression) { return write(expression) }
    let number = site(expression, "negated", .negation)
    return around(expression, "Mutants.flip(\(number), \(core(expression)))")
  }

  /// `true` for a comparison or a negation: its own mutants include the negation.
  private func isTurnedElsewhere(_ expression: ExprSyntax) -> Bool {
    if let prefix = expression.as(PrefixOperatorExprSyntax.self) {
      return prefix.operator.text == "!"
    }
    guard let infix = expression.as(InfixOperatorExprSyntax.self) else { return false }
    let sign = infix.operator.trimmedDescription
    if ["==", "!=", "<", "<=", ">", ">=", "===", "!=="].contains(sign) { return true }
    // If one operand belongs to a fault, only the other one remains.
    if sign == "||" || sign == "&&" {
      if planted.value(infix.leftOperand) != nil { return isTurnedElsewhere(infix.rightOperand) }
      if planted.value(infix.rightOperand) != nil { return isTurnedElsewhere(infix.leftOperand) }
    }
    return false
  }
}

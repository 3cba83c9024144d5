// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

extension Instrumenter {
  func writeExpression(_ node: Syntax) -> String? {
    if let expression = node.as(ExprSyntax.self), planted.value(expression) != nil {
      return node.description
    }
    if let infix = node.as(InfixOperatorExprSyntax.self) { return write(infix: infix) }
    if let prefix = node.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      let number = site(prefix, "! removed", .negation)
      return around(prefix, "Mutants.flip(\(number), !\(core(prefix.expression)))")
    }
    if let ternary = node.as(TernaryExprSyntax.self) { return write(ternary: ternary) }
    if let call = node.as(FunctionCallExprSyntax.self) { return write(call: call) }
    if let literal = node.as(IntegerLiteralExprSyntax.self) {
      return constant(literal, "\(literal.literal.text)→+1", "off")
    }
    if let literal = node.as(BooleanLiteralExprSyntax.self) {
      let other = literal.literal.text == "true" ? "false" : "true"
      return constant(literal, "\(literal.literal.text)→\(other)", "flip")
    }
    if let literal = node.as(StringLiteralExprSyntax.self) { return write(text: literal) }
    return nil
  }

  // MARK: Operators

  private func write(infix: InfixOperatorExprSyntax) -> String? {
    let sign = infix.operator.trimmedDescription
    let operands = { "\(self.write(infix.leftOperand)),\(self.write(infix.rightOperand))" }
    if let text = write(comparison: infix, sign) { return text }
    switch sign {
    case "==", "!=", "===", "!==":
      let (_, other) = Instrumenter.changes(of: sign)
      let number = site(infix, "\(sign) → \(other)", .comparison)
      return around(infix, "Mutants.flip(\(number), \(trimmed(children(Syntax(infix)), infix)))")
    case "<", "<=", ">", ">=":
      let (near, other) = Instrumenter.changes(of: sign)
      let number = site(infix, "\(sign) → \(near)", .comparison)
      _ = site(infix, "\(sign) → \(other)", .comparison)
      if infix.leftOperand.as(TupleExprSyntax.self)?.elements.count ?? 0 > 1 {
        // A helper function cannot compare tuples, so the code contains both comparisons.
        let (left, right) = (core(infix.leftOperand), core(infix.rightOperand))
        let ways = [sign, near, other].map { "\(left) \($0) \(right)" }.joined(separator: ", ")
        return around(infix, "Mutants.relation(\(number), \(ways))")
      }
      let name = ["<": "less", "<=": "atMost", ">": "greater", ">=": "atLeast"][sign] ?? "less"
      return around(infix, "Mutants.\(name)(\(number), \(trimmed(operands(), infix)))")
    case "&&", "||":
      if planted.value(infix.leftOperand) != nil || planted.value(infix.rightOperand) != nil {
        return children(Syntax(infix))
      }
      let number = site(infix, "\(sign) → \(sign == "&&" ? "||" : "&&")", .operand)
      _ = site(infix, "left operand of \(sign) only", .operand)
      _ = site(infix, "right operand of \(sign) only", .operand)
      let name = sign == "&&" ? "and" : "or"
      return around(infix, "Mutants.\(name)(\(number), \(trimmed(operands(), infix)))")
    default: return nil
    }
  }

  /// A comparison with a constant. The helper sees whether another constant gives the same result.
  private func write(comparison infix: InfixOperatorExprSyntax, _ sign: String) -> String? {
    guard let constant = simple(infix.rightOperand) else { return nil }
    let name = [
      "==": "same", "!=": "same", "<": "less", "<=": "atMost", ">": "greater", ">=": "atLeast",
    ][sign]
    guard let name, simple(infix.leftOperand) == nil else { return nil }
    let isEqual = sign == "==" || sign == "!="
    guard isEqual || !constant.isText else { return nil }
    let (near, other) = Instrumenter.changes(of: sign)
    let number = site(infix, "\(sign) → \(near)", .comparison)
    if !isEqual { _ = site(infix, "\(sign) → \(other)", .comparison) }
    let left = core(infix.leftOperand)
    let other2 = site(surroundings.last ?? Syntax(infix), constant.change, .constant)
    let call = "Mutants.\(name)(\(number), \(other2), \(left), \(constant.text), \(constant.other))"
    return around(infix, sign == "!=" ? "!\(call)" : call)
  }

  /// The replacements of a comparison: with or without equality, and negated.
  private static func changes(of sign: String) -> (near: String, other: String) {
    switch sign {
    case "<": ("<=", ">=")
    case "<=": ("<", ">")
    case ">": (">=", "<=")
    case ">=": (">", "<")
    case "==": ("!=", "!=")
    case "!=": ("==", "==")
    case "===": ("!==", "!==")
    default: ("===", "===")
    }
  }

  /// A constant in code, and its replacement.
  struct Constant {
    var text: String
    var other: String
    var change: String
    var isText = false
  }

  /// A number, an octet or a text without interpolation; `nil` for anything else.
  func simple(_ expression: ExprSyntax) -> Constant? {
    let text = expression.trimmedDescription
    if let call = expression.as(FunctionCallExprSyntax.self), isOctet(call) {
      return Constant(text: text, other: "\(text) + 1", change: "\(text)→+1")
    }
    if expression.is(IntegerLiteralExprSyntax.self) {
      return Constant(text: text, other: "\(text) + 1", change: "\(text)→+1")
    }
    guard let literal = expression.as(StringLiteralExprSyntax.self),
      literal.segments.allSatisfy({ $0.is(StringSegmentSyntax.self) })
    else { return nil }
    return Constant(text: text, other: "\"x\"", change: "\(text)→\"x\"", isText: true)
  }

  /// `low...high` of two numbers: the sites of both, and the arguments for a call.
  func span(_ expression: ExprSyntax) -> String? {
    guard let infix = expression.as(InfixOperatorExprSyntax.self),
      infix.operator.trimmedDescription == "...", let low = simple(infix.leftOperand),
      let high = simple(infix.rightOperand), !low.isText, !high.isText
    else { return nil }
    let place = surroundings.last ?? Syntax(infix)
    let numbers = [low, high].map { site(place, $0.change, .constant) }
    return "\(numbers[0]), \(numbers[1]), \(low.text), \(low.other), \(high.text), \(high.other)"
  }

  private func trimmed(_ text: String, _ node: some SyntaxProtocol) -> String {
    String(
      text.dropFirst(node.leadingTrivia.description.count)
        .dropLast(node.trailingTrivia.description.count))
  }

  private func write(ternary: TernaryExprSyntax) -> String {
    let value = planted.value(ternary.condition)
    return [
      inside(ternary.condition) { condition(ternary.condition) },
      ternary.questionMark.description,
      value == false ? ternary.thenExpression.description : write(ternary.thenExpression),
      ternary.colon.description,
      value == true ? ternary.elseExpression.description : write(ternary.elseExpression),
    ].joined()
  }

  // MARK: Calls

  private func write(call: FunctionCallExprSyntax) -> String? {
    if isOctet(call) {
      return constant(call, "\(call.trimmedDescription)→+1", "off")
    }
    if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "contains", call.arguments.count == 1,
      let argument = call.arguments.first, argument.label == nil, call.trailingClosure == nil,
      let base = member.base?.as(TupleExprSyntax.self)?.elements.first?.expression,
      let words = span(base)
    {
      return around(call, "Mutants.within(\(words), \(core(argument.expression)))")
    }
    if planted.isAlteration(call) {
      // The first argument is the value without faults; the others are for the fault.
      let arguments = call.arguments.enumerated().map {
        $0.offset == 0 ? write($0.element) : $0.element.description
      }
      return [
        call.calledExpression.description, call.leftParen?.description ?? "", arguments.joined(),
        call.rightParen?.description ?? "", call.trailingClosure?.description ?? "",
        call.additionalTrailingClosures.description,
      ].joined()
    }
    if let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name == "fail" || name == "ClientFailure"
    {
      // Messages for people are no sites.
      let arguments = call.arguments.map { argument in
        guard let text = argument.expression.as(StringLiteralExprSyntax.self) else {
          return write(argument)
        }
        leave(text, because: "It is a message for people; only the kind of the failure is judged.")
        return argument.description
      }
      return [
        write(call.calledExpression), call.leftParen?.description ?? "", arguments.joined(),
        call.rightParen?.description ?? "", call.trailingClosure.map { write($0) } ?? "",
      ].joined()
    }
    return nil
  }

  /// `UInt8(ascii: "x")`
  func isOctet(_ call: FunctionCallExprSyntax) -> Bool {
    call.calledExpression.trimmedDescription == "UInt8"
      && call.arguments.first?.label?.text == "ascii"
  }

  // MARK: Constants

  private func constant(_ node: some SyntaxProtocol, _ change: String, _ name: String) -> String {
    let number = site(surroundings.last ?? Syntax(node), change, .constant)
    return around(node, "Mutants.\(name)(\(number), \(node.trimmedDescription))")
  }

  private func write(text literal: StringLiteralExprSyntax) -> String {
    // A text with interpolation is written with its values.
    let text = trimmed(children(Syntax(literal)), literal)
    let number = site(
      surroundings.last ?? Syntax(literal), "\(Instrumenter.excerpt(literal))→\"x\"", .constant)
    return around(literal, "(Mutants.isOn(\(number)) ? \"x\" : \(text))")
  }
}

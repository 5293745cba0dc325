package dev.colonnade.sql.analyze.expression.predicate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.expression.operator.Operators;
import dev.colonnade.sql.analyze.expression.value.Conversions;
import dev.colonnade.sql.analyze.expression.value.ExpressionAnalysis;
import dev.colonnade.sql.analyze.expression.value.ExpressionState;
import dev.colonnade.sql.analyze.expression.value.Positions;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.function.library.text.RegexFunctions;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Predicate.PatternKind;
import dev.colonnade.sql.type.TypeKind;

/** LIKE, ILIKE and SIMILAR TO. */
final class Patterns {
  private final ExpressionAnalysis analysis;
  private final Operators operators;

  Patterns(ExpressionAnalysis analysis, Operators operators) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.operators = requireNonNull(operators, "operators is null");
  }

  Expression analyze(Predicate.Like node) {
    PatternKind kind = node.pattern().kind();
    TypedExpression value = analysis.analyze(node.operand());
    TypedExpression pattern = analysis.analyze(node.pattern().value());
    if (node.pattern().escape() == null && kind != PatternKind.SIMILAR) {
      return operators
          .binary(symbol(kind, node.negated()), value, pattern, node.position())
          .expression();
    }
    Expression found =
        kind == PatternKind.SIMILAR ? similar(node, value, pattern) : escaped(node, value, pattern);
    return node.negated() ? analysis.state().builder().test(Test.NOT, found) : found;
  }

  private static String symbol(PatternKind kind, boolean negated) {
    return (negated ? "!" : "") + (kind == PatternKind.ILIKE ? "~~*" : "~~");
  }

  private Expression escaped(Predicate.Like node, TypedExpression value, TypedExpression pattern) {
    boolean isLike = node.pattern().kind() == PatternKind.LIKE;
    return analysis
        .state()
        .call(
            Texts.class,
            isLike ? "likeEscaped" : "ilikeEscaped",
            TypeKind.BOOLEAN,
            text(value, node),
            text(pattern, node),
            text(escape(node), node));
  }

  private TypedExpression escape(Predicate.Like node) {
    return analysis.analyze(requireNonNull(node.pattern().escape(), "no escape character"));
  }

  private Expression similar(Predicate.Like node, TypedExpression value, TypedExpression pattern) {
    ExpressionState state = analysis.state();
    return node.pattern().escape() == null
        ? state.call(
            RegexFunctions.class,
            "similar",
            TypeKind.BOOLEAN,
            text(value, node),
            text(pattern, node))
        : state.call(
            RegexFunctions.class,
            "similarEscaped",
            TypeKind.BOOLEAN,
            text(value, node),
            text(pattern, node),
            text(escape(node), node));
  }

  /** Returns a text; the operator of LIKE exists for texts only. */
  private Expression text(TypedExpression value, Predicate.Like node) {
    Conversions conversions = analysis.conversions();
    ExpressionState state = analysis.state();
    boolean isText = value.isUnknown() || ExpressionState.kindOf(value.type().type()).isText();
    if (!isText) {
      // Reports that there is no such operator.
      Positions.at(
          node.position(),
          () -> state.operators().infix("~~", value.type().type(), state.type("text")));
    }
    return value.type().type().name().equals("bpchar")
        ? conversions.texts().output(value)
        : conversions.convert(value, state.reference("text")).expression();
  }
}

package dev.colonnade.sql.analyze.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.SortKey;
import java.util.List;

/** Analysis of the expressions of one context. One thread. */
public final class ExpressionAnalyzer {
  private final ExpressionContext context;

  public ExpressionAnalyzer(ExpressionContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  public ExpressionContext context() {
    return context;
  }

  /** Returns an expression with its type, which is {@code unknown} if nothing decides it. */
  public TypedExpression analyze(dev.colonnade.sql.syntax.query.Expression node) {
    throw unsupported("analysis of " + node);
  }

  private static ColonnadeException unsupported(String what) {
    return new ColonnadeException(ErrorCode.UNSUPPORTED, what + " is not supported");
  }

  /** Returns a value of unknown type as one of {@code text}; other values as they are. */
  public TypedExpression decided(TypedExpression value) {
    throw unsupported("decision of " + value);
  }

  /** Returns a predicate of the context's clause; TYPE_MISMATCH if it is not Boolean. */
  public Expression predicate(dev.colonnade.sql.syntax.query.Expression node) {
    throw unsupported("predicate of " + node);
  }

  /**
   * Returns a number of rows, a BIGINT.
   *
   * @param what the clause, as in "argument of LIMIT must not contain variables"
   */
  public Expression number(dev.colonnade.sql.syntax.query.Expression node, String what) {
    throw unsupported(what + " of " + node);
  }

  /** Returns the value of an explicit CAST. */
  public TypedExpression cast(TypedExpression value, TypeReference target) {
    throw unsupported("cast of " + value + target);
  }

  /** Returns a value as one of a column; TYPE_MISMATCH if there is no cast for assignments. */
  public TypedExpression assign(String column, TypedExpression value, TypeReference target) {
    throw unsupported("assignment to " + column + value + target);
  }

  /**
   * Returns the common type of values; TYPE_MISMATCH if there is none.
   *
   * @param what as "UNION" or "VALUES", for messages
   */
  public TypeReference common(String what, List<TypedExpression> values) {
    throw unsupported(what + values);
  }

  /** Returns a value as one of a type to which it has an implicit cast. */
  public TypedExpression convert(TypedExpression value, TypeReference target) {
    throw unsupported("conversion of " + value + target);
  }

  /** Returns the key of an order; UNKNOWN_FUNCTION if values of the type have no order. */
  public SortItem sortItem(TypedExpression value, SortKey key) {
    throw unsupported("order of " + value + key);
  }

  /** Returns a key of groups; UNKNOWN_FUNCTION if values of the type have no equality. */
  public Expression groupable(TypedExpression value) {
    throw unsupported("group of " + value);
  }

  /**
   * Returns the errors of constants that fail the statement even if no row needs them, in order.
   */
  public List<ColonnadeException> constantErrors() {
    return List.of();
  }
}

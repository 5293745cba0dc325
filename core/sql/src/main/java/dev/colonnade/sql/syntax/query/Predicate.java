package dev.colonnade.sql.syntax.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Predicate with a syntax of its own. */
public sealed interface Predicate extends Expression {
  /** Truth value that IS compares with. */
  enum TruthValue {
    TRUE,
    FALSE,
    UNKNOWN
  }

  /** Kind of pattern. */
  enum PatternKind {
    LIKE,
    ILIKE,
    SIMILAR
  }

  /** {@code IS [NOT] NULL}. */
  record IsNull(Expression operand, boolean negated, int position) implements Predicate {}

  /** {@code IS [NOT] TRUE} and the like. */
  record IsTruth(Expression operand, TruthValue value, boolean negated, int position)
      implements Predicate {}

  /** {@code IS [NOT] DISTINCT FROM}. */
  record IsDistinct(Expression left, Expression right, boolean negated, int position)
      implements Predicate {}

  /** {@code IS [NOT] [form] NORMALIZED}. */
  record IsNormalized(Expression operand, @Nullable String form, boolean negated, int position)
      implements Predicate {}

  /** {@code IS [NOT] DOCUMENT}. */
  record IsDocument(Expression operand, boolean negated, int position) implements Predicate {}

  /** Bounds of BETWEEN. */
  record Bounds(Expression low, Expression high, boolean symmetric) {}

  /** {@code [NOT] BETWEEN}. */
  record Between(Expression operand, Bounds bounds, boolean negated, int position)
      implements Predicate {}

  /** {@code [NOT] IN} of a list. */
  record InList(Expression operand, List<Expression> list, boolean negated, int position)
      implements Predicate {}

  /** Pattern with its escape character. */
  record Pattern(PatternKind kind, Expression value, @Nullable Expression escape) {}

  /** {@code [NOT] LIKE} and its relatives. */
  record Like(Expression operand, Pattern pattern, boolean negated, int position)
      implements Predicate {}

  /** {@code OVERLAPS} of two rows of two values. */
  record Overlaps(Call.Row left, Call.Row right, int position) implements Predicate {}
}

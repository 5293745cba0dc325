package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;

/** Operator with its operands. */
public sealed interface Operation extends Expression {
  /** Operator between two operands. */
  record Binary(OperatorName operator, Expression left, Expression right, int position)
      implements Operation {}

  /** Operator before its operand. */
  record Unary(OperatorName operator, Expression operand, int position) implements Operation {}

  /** Conjunction of two or more predicates. */
  record And(List<Expression> operands, int position) implements Operation {}

  /** Disjunction of two or more predicates. */
  record Or(List<Expression> operands, int position) implements Operation {}

  /** Negation of a predicate. */
  record Not(Expression operand, int position) implements Operation {}

  /** Cast in either form. */
  record Cast(Expression operand, TypeName type, int position) implements Operation {}

  /** {@code COLLATE}. */
  record Collate(Expression operand, QualifiedName collation, int position) implements Operation {}

  /** {@code AT TIME ZONE}. */
  record AtTimeZone(Expression operand, Expression zone, int position) implements Operation {}
}

package dev.colonnade.sql.syntax.query;

/** Expression. */
public sealed interface Expression
    permits Constant, Reference, Operation, Predicate, Call, SubqueryExpression {
  /** Returns the offset that PostgreSQL reports for errors of the expression. */
  int position();
}

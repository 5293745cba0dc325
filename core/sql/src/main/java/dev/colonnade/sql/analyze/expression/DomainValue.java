package dev.colonnade.sql.analyze.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.ExpressionContext;
import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.DomainType;
import java.util.List;

/** Names in a CHECK constraint of a domain: VALUE, the only column of a batch. */
record DomainValue(TypeReference type, VectorType vector) implements NameResolver {
  private static final String VALUE = "value";

  DomainValue {
    requireNonNull(type, "type is null");
    requireNonNull(vector, "vector is null");
  }

  /**
   * Returns the context of the constraints that a domain declares.
   *
   * @param value representation of the values
   */
  static ExpressionContext context(
      StatementAnalysis statement, DomainType domain, VectorType value) {
    TypeReference type = ColumnTypes.of(domain.stored(), domain.base(), statement.registry());
    return new ExpressionContext(
        statement.withoutParameters(),
        new DomainValue(type, value),
        _ -> refuseSubquery(),
        null,
        ClauseKind.CHECK);
  }

  private static AnalyzedQuery refuseSubquery() {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "cannot use subquery in " + ClauseKind.CHECK.singular());
  }

  @Override
  public TypedExpression resolve(Reference.Column column) {
    if (!column.names().equals(List.of(VALUE))) {
      throw new ColonnadeException(
          column.names().size() == 1 ? ErrorCode.UNKNOWN_COLUMN : ErrorCode.UNKNOWN_TABLE,
          column.names().size() == 1
              ? "column \"%s\" does not exist".formatted(column.names().getFirst())
              : "missing FROM-clause entry for table \"%s\""
                  .formatted(column.names().get(column.names().size() - 2)),
          ErrorFields.at(column.position() + 1));
    }
    return TypedExpression.of(new ColumnReference(vector, 0), type, column.position());
  }

  @Override
  public List<NamedColumn> star(Reference.Star star) {
    throw new ColonnadeException(
        ErrorCode.SYNTAX_ERROR,
        "row expansion via \"*\" is not supported here",
        ErrorFields.at(star.position() + 1));
  }
}

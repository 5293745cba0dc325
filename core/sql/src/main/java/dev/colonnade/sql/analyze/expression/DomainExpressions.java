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
import dev.colonnade.sql.analyze.expression.value.DomainConstraints;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.logic.DomainCheck;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.DomainType;
import java.util.Comparator;
import java.util.List;

/** CHECK constraints of domains as predicates over a batch with the value as its only column. */
public final class DomainExpressions implements DomainConstraints {
  private static final String VALUE = "value";

  private final StatementAnalysis statement;

  /** Creates the analysis for a statement. */
  public DomainExpressions(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null").withoutParameters();
  }

  @Override
  public List<DomainCheck.Check> of(DomainType domain, VectorType value) {
    return domain.checks().stream()
        .sorted(Comparator.comparing(DomainType.Check::name))
        .map(
            check ->
                new DomainCheck.Check(
                    check.name(),
                    predicate(domain, SqlParser.parseExpression(check.text()), value)))
        .toList();
  }

  /**
   * Returns a predicate over the values of a domain.
   *
   * @throws ColonnadeException if it is not Boolean, or reads anything but VALUE
   */
  public dev.colonnade.sql.expression.Expression predicate(
      DomainType domain, Expression node, VectorType value) {
    TypeReference type = ColumnTypes.of(domain.stored(), domain.base(), statement.registry());
    ExpressionAnalyzer analyzer =
        new ExpressionAnalyzer(
            new ExpressionContext(
                statement, new Value(type, value), _ -> refuseSubquery(), null, ClauseKind.CHECK));
    return analyzer.predicate(node);
  }

  private static AnalyzedQuery refuseSubquery() {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "cannot use subquery in " + ClauseKind.CHECK.singular());
  }

  /** Names in a constraint: VALUE. */
  private record Value(TypeReference type, VectorType vector) implements NameResolver {
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
}

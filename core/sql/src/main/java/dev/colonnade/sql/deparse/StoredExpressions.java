package dev.colonnade.sql.deparse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.deparse.node.Node;
import dev.colonnade.sql.deparse.node.NodeBuilder;
import dev.colonnade.sql.deparse.node.QueryBuilder;
import dev.colonnade.sql.deparse.node.QueryNode;
import dev.colonnade.sql.deparse.node.UnprintableException;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import org.jspecify.annotations.Nullable;

/** Expressions over the columns of one table in PostgreSQL's form. */
public final class StoredExpressions {
  private StoredExpressions() {}

  /** Names of the columns of a table. */
  private record TableNames(Table table, StatementAnalysis statement) implements NodeBuilder.Names {
    @Override
    public Node column(Reference.Column reference) {
      String name = reference.names().getLast();
      if (!table.schema().hasColumn(name)) {
        throw new UnprintableException(reference);
      }
      TypeReference type = ColumnTypes.of(table.schema().column(name), statement.registry());
      return new Node.Column(Identifiers.quote(name), type);
    }

    @Override
    public QueryNode subquery(Query query) {
      return new QueryBuilder(statement, statement.names()).subquery(query, table);
    }
  }

  /**
   * Returns an expression in PostgreSQL's form; null if it has something that is not known here.
   *
   * @param pretty whether parentheses that are not needed are left out
   */
  public static @Nullable String print(
      String expression, Table table, StatementAnalysis statement, boolean pretty) {
    try {
      Node node = node(SqlParser.parseExpression(expression), table, statement);
      DeparsedText text = new DeparsedText(pretty);
      new ExpressionWriter(text).print(node);
      return text.toString();
    } catch (UnprintableException | ColonnadeException e) {
      if (e instanceof ColonnadeException failure && failure.code().isInterruption()) {
        throw failure;
      }
      return null;
    }
  }

  /** Returns an expression with types. */
  static Node node(Expression expression, Table table, StatementAnalysis statement) {
    return new NodeBuilder(statement, new TableNames(table, statement)).build(expression);
  }

  /** Row of a table in a statement. */
  public record Row(Table table, StatementAnalysis statement) {
    public Row {
      requireNonNull(table, "table is null");
      requireNonNull(statement, "statement is null");
    }
  }

  /**
   * Throws INVALID_OBJECT_DEFINITION if the value of an expression depends on more than the row.
   *
   * @param analyzed the expression as it is executed
   * @param what the clause, as in "functions in index expression must be marked IMMUTABLE"
   */
  public static void requireImmutable(
      Expression expression,
      dev.colonnade.sql.expression.Expression analyzed,
      Row row,
      String what) {
    if (!isImmutable(expression, analyzed, row)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_OBJECT_DEFINITION,
          "functions in %s must be marked IMMUTABLE".formatted(what));
    }
  }

  /**
   * Returns whether the value of an expression depends on the row only.
   *
   * @param analyzed the expression as it is executed
   */
  public static boolean isImmutable(
      Expression expression, dev.colonnade.sql.expression.Expression analyzed, Row row) {
    return isImmutable(expression, row) && isImmutable(analyzed);
  }

  /** Returns whether functions are immutable for PostgreSQL, though their texts may not be here. */
  private static boolean isImmutable(Expression expression, Row row) {
    try {
      return node(expression, row.table(), row.statement()).isImmutable();
    } catch (UnprintableException e) {
      return true; // decided by the functions that execute it
    }
  }

  private static boolean isImmutable(dev.colonnade.sql.expression.Expression analyzed) {
    return analyzed.isImmutable()
        && analyzed.operands().stream().allMatch(StoredExpressions::isImmutable);
  }
}

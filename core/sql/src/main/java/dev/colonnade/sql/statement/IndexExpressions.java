package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ParameterTypes;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.type.CatalogTypes;
import dev.colonnade.sql.deparse.StoredExpressions;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.plan.tree.ExpressionNames;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.ColumnType;
import java.util.Objects;
import org.apache.calcite.sql.SqlNode;

/** Expressions over the columns of one table as indexes keep them. */
public final class IndexExpressions {
  private static final TableExpressionCompiler CONDITIONS = new TableExpressionCompiler();

  /** Name of the column of an index expression without a name. */
  private static final String UNNAMED = "expr";

  private final Table table;
  private final NameScope names;

  public IndexExpressions(Table table, NameScope names) {
    this.table = requireNonNull(table, "table is null");
    this.names = requireNonNull(names, "names is null");
  }

  /** The expression as it is kept; refused if it is none that an index can be of. */
  IndexExpression of(SqlNode node) {
    IndexConditions.EXPRESSION.requireOfOneRow(node);
    String name = ExpressionNames.of(node);
    return made(
        name.equals(ExpressionNames.UNNAMED) ? UNNAMED : name,
        node,
        ConstraintClauses.textOf(node));
  }

  /** An expression that was kept for another form of the table. */
  public IndexExpression renewed(IndexExpression kept) {
    return made(kept.name(), StatementParser.parseExpression(kept.text()), kept.text());
  }

  private IndexExpression made(String name, SqlNode node, String text) {
    IndexConditions.EXPRESSION.requireImmutable(node, CONDITIONS.planned(table, text));
    String shown =
        StoredExpressions.print(
            text,
            table,
            new StatementAnalysis(
                Registry.ofSystem().with(new CatalogTypes(names)), names, ParameterTypes.none()),
            true);
    return new IndexExpression(
        name,
        text,
        Objects.requireNonNullElse(shown, text),
        typeOf(CONDITIONS.typeOf(table, text).kind()),
        TableExpressionCompiler.columnsOf(node, table.schema()));
  }

  private static ColumnType typeOf(TypeKind kind) {
    return switch (kind) {
      case BOOLEAN -> ColumnType.Plain.BOOLEAN;
      case SMALLINT -> ColumnType.Plain.SMALLINT;
      case INTEGER -> ColumnType.Plain.INTEGER;
      case BIGINT, OID, REGCLASS, REGTYPE, REGPROC, REGPROCEDURE, REGNAMESPACE, REGROLE ->
          ColumnType.Plain.BIGINT;
      case REAL -> ColumnType.Plain.REAL;
      case DOUBLE -> ColumnType.Plain.DOUBLE;
      case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR, UNKNOWN -> ColumnType.Plain.TEXT;
      case BYTEA -> ColumnType.Plain.BYTEA;
      case DATE -> ColumnType.Plain.DATE;
      case TIME -> ColumnType.Plain.TIME;
      case TIMESTAMP -> ColumnType.Plain.TIMESTAMP;
      case TIMESTAMPTZ -> ColumnType.Plain.TIMESTAMPTZ;
      case UUID -> ColumnType.Plain.UUID;
      case JSON ->
          throw new ColonnadeException(
              ErrorCode.UNKNOWN_OBJECT,
              "data type json has no default operator class for access method \"btree\"",
              ErrorFields.NONE.withHint(
                  "You must specify an operator class for the index or define a default operator"
                      + " class for the data type."));
      case NUMERIC, INTERVAL, JSONB, ARRAY, VOID ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "index expressions of type %s are not supported".formatted(kind.sqlName()));
    };
  }
}

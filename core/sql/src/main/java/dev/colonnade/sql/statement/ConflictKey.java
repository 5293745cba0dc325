package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.row.RowPredicate;
import dev.colonnade.sql.parse.OnConflict;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.PostgresqlSqlDialect;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * A key by which ON CONFLICT finds the row that is in the way of a new one.
 *
 * @param indexName name of the index, or of the primary key
 * @param expressions what the key has besides columns
 * @param partial which rows the key is of, if it is not of all
 */
record ConflictKey(
    String indexName, List<Column> columns, List<Computed> expressions, @Nullable Partial partial) {
  private static final TableExpressionCompiler CONDITIONS = new TableExpressionCompiler();

  // Not compact: class files lack the type annotations of compact constructors.
  ConflictKey(
      String indexName,
      List<Column> columns,
      List<Computed> expressions,
      @Nullable Partial partial) {
    this.indexName = requireNonNull(indexName, "indexName is null");
    this.columns = List.copyOf(columns);
    this.expressions = List.copyOf(expressions);
    this.partial = partial;
  }

  /**
   * An expression of an index.
   *
   * @param onNew what it is of a row that is to be inserted
   */
  record Computed(IndexExpression expression, RowExpression onNew) {
    Computed {
      requireNonNull(expression, "expression is null");
      requireNonNull(onNew, "onNew is null");
    }

    /** A tree of its own for each query. */
    SqlNode parsed() {
      return StatementParser.parseExpression(expression.text());
    }

    /** A column that would hold its values. */
    Column column() {
      return new Column(1, expression.name(), expression.type(), true);
    }
  }

  /**
   * The condition of a partial index.
   *
   * @param text over the table's columns
   * @param onNew the same for a row that is to be inserted
   */
  record Partial(String text, RowPredicate onNew) {
    Partial {
      requireNonNull(text, "text is null");
      requireNonNull(onNew, "onNew is null");
    }

    /** A tree of its own for each query. */
    SqlNode parsed() {
      return StatementParser.parseExpression(text);
    }
  }

  /** Returns the key for an execution. */
  ConflictPlan.Arbiter arbiter(StatementPart probe) {
    return new ConflictPlan.Arbiter(
        columns,
        expressions.stream()
            .map(one -> new ConflictPlan.KeyExpression(one.onNew(), one.expression().columnIds()))
            .toList(),
        partial == null ? null : partial.onNew(),
        indexName,
        probe);
  }

  /** The keys that decide: the one that is meant, or all. */
  static List<ConflictKey> of(Table table, OnConflict conflict) {
    List<ConflictKey> keys = new ArrayList<>();
    List<ConflictKey> partial = new ArrayList<>();
    boolean isHidden = table.schema().hasHiddenKey();
    String keyName = table.descriptor().constraints().keyName();
    String primary = keyName == null ? table.name() + "_pkey" : keyName;
    Set<String> wanted = new HashSet<>();
    conflict.parts().forEach(part -> wanted.add(nameOf(table, part)));
    SqlIdentifier constraint = conflict.constraint();
    ConflictKey rowKey = new ConflictKey(primary, table.schema().keyColumns(), List.of(), null);
    if (!isHidden && rowKey.isMeant(table, wanted, constraint, primary)) {
      keys.add(rowKey);
    }
    for (Index index : table.descriptor().constraints().indexes()) {
      if (!index.definition().kind().isUniqueAtCommit()) {
        continue;
      }
      ConflictKey key = of(table, index);
      boolean isMeant = key.isMeant(table, wanted, constraint, index.name());
      Index.Predicate condition = index.definition().predicate();
      if (isMeant && condition == null) {
        requireAlwaysUnique(table, index);
        keys.add(key);
      } else if (isMeant && (wanted.isEmpty() || isImplied(condition, conflict.keyCondition()))) {
        partial.add(
            new ConflictKey(
                index.name(),
                key.columns,
                key.expressions,
                partial(table, requireNonNull(condition))));
      }
    }
    keys.addAll(partial);
    requireOne(keys, table, constraint, wanted.isEmpty() && isHidden);
    return wanted.isEmpty() && constraint == null ? keys : keys.subList(0, 1);
  }

  private static ConflictKey of(Table table, Index index) {
    Index.Definition definition = index.definition();
    List<Column> columns =
        definition.columns().stream()
            .filter(part -> definition.expression(part) == null)
            .map(part -> table.schema().column(part.columnId()))
            .toList();
    List<Computed> expressions =
        definition.expressions().stream()
            .map(expression -> new Computed(expression, CONDITIONS.valueOf(table, expression)))
            .toList();
    return new ConflictKey(index.name(), columns, expressions, null);
  }

  /** Returns the identity of a part of a key: a column's name, or the text of an expression. */
  private static String nameOf(Table table, SqlNode part) {
    return part instanceof SqlIdentifier name && name.isSimple()
        ? TargetRows.column(table, name.getSimple()).name()
        : nameOf(table, part.toSqlString(PostgresqlSqlDialect.DEFAULT).getSql());
  }

  private static String nameOf(Table table, String expression) {
    return "(" + CONDITIONS.planned(table, expression).expression() + ")";
  }

  private static void requireOne(
      List<ConflictKey> keys, Table table, @Nullable SqlIdentifier constraint, boolean mayBeNone) {
    if (keys.isEmpty() && constraint != null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" for table \"%s\" does not exist"
              .formatted(constraint.getSimple(), table.name()));
    }
    if (keys.isEmpty() && !mayBeNone) {
      throw new ColonnadeException(
          ErrorCode.INVALID_COLUMN_REFERENCE,
          "there is no unique or exclusion constraint matching the ON CONFLICT specification");
    }
  }

  private static Partial partial(Table table, Index.Predicate condition) {
    String text = condition.expression();
    return new Partial(text, CONDITIONS.of(table, text));
  }

  /** Returns whether a condition, as it was written, implies the predicate of an index. */
  private static boolean isImplied(Index.@Nullable Predicate asked, @Nullable SqlNode said) {
    if (asked == null || said == null) {
      return false;
    }
    List<SqlNode> parts = parts(said);
    return parts(StatementParser.parseExpression(asked.expression())).stream()
        .allMatch(
            wanted -> parts.stream().anyMatch(part -> part.equalsDeep(wanted, Litmus.IGNORE)));
  }

  private static List<SqlNode> parts(SqlNode condition) {
    if (condition.getKind() != SqlKind.AND) {
      return List.of(condition);
    }
    List<SqlNode> parts = new ArrayList<>();
    ((SqlCall) condition).getOperandList().forEach(operand -> parts.addAll(parts(operand)));
    return parts;
  }

  private static void requireAlwaysUnique(Table table, Index index) {
    if (!index.isUnique()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "ON CONFLICT does not support deferrable unique constraints/exclusion constraints"
              + " as arbiters",
          ErrorFields.NONE.withTable(table.name()).withConstraint(index.name()));
    }
  }

  private boolean isMeant(
      Table table, Set<String> wanted, @Nullable SqlIdentifier constraint, String name) {
    if (constraint != null) {
      return constraint.getSimple().equals(name);
    }
    if (wanted.isEmpty()) {
      return true;
    }
    Set<String> names = new HashSet<>();
    columns.forEach(column -> names.add(column.name()));
    expressions.forEach(one -> names.add(nameOf(table, one.expression().text())));
    return wanted.equals(names);
  }
}

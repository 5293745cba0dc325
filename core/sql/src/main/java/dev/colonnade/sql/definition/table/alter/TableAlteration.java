package dev.colonnade.sql.definition.table.alter;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.definition.index.IndexCreation;
import dev.colonnade.sql.definition.name.GeneratedNames;
import dev.colonnade.sql.definition.table.column.HiddenKey;
import dev.colonnade.sql.frontend.FrontEnd;
import dev.colonnade.sql.frontend.PlanContext;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Table that an ALTER TABLE changes, in its current state, with operations on its catalog entry and
 * its rows.
 *
 * @param settings of the session that decide plans
 * @param isOneAction whether the statement has no other action
 */
record TableAlteration(
    FrontEnd frontEnd,
    PlannerSettings settings,
    Execution execution,
    int tableId,
    boolean isOneAction) {
  TableAlteration {
    requireNonNull(frontEnd, "frontEnd is null");
    requireNonNull(settings, "settings is null");
    requireNonNull(execution, "execution is null");
  }

  /** Returns the same for another table. */
  TableAlteration of(int otherId) {
    return new TableAlteration(frontEnd, settings, execution, otherId, isOneAction);
  }

  StatementTransaction transaction() {
    return execution.transaction();
  }

  NameScope names() {
    return execution.transaction().names();
  }

  Table table() {
    return execution.transaction().catalog().table(tableId);
  }

  /** Returns the state of an analysis in the current catalog. */
  StatementAnalysis analysis() {
    return frontEnd.analysis(new PlanContext(List.of(), transaction(), settings));
  }

  /** Creates the index of a constraint. */
  void addIndex(String name, Index.Definition definition) {
    new IndexCreation(this::query, execution, isOneAction).run(table(), name, definition);
  }

  /**
   * Stores the rows under a primary key.
   *
   * @return false if a transaction that has written to the table continues
   */
  boolean moveRows(String keyName, List<KeyColumn> key) {
    return transaction().catalogChanges().moveToPrimaryKey(table(), keyName, key);
  }

  /**
   * Gives the rows another key than the primary key, so that the primary key can be changed, and
   * throws SERIALIZATION_FAILURE, so that the statement is computed for the table as it is then.
   * Returns if this is not possible.
   */
  void releaseRowKey() {
    Table table = table();
    CatalogSnapshot catalog = names().catalog();
    String sequenceName =
        GeneratedNames.of(
            table.name(),
            Column.HIDDEN_KEY,
            "seq",
            taken -> isTaken(catalog, new ObjectName(table.schemaId(), taken)));
    if (!table.schema().hasFamilyByte()
        && transaction().catalogChanges().moveToHiddenKey(table, sequenceName)) {
      throw table.moved();
    }
  }

  private static boolean isTaken(CatalogSnapshot catalog, ObjectName name) {
    return catalog.findRelation(name) != null || catalog.findTableOfIndex(name) != null;
  }

  /**
   * Runs a part of the statement whose errors have no positions, as in PostgreSQL, which has no
   * text of the statement then.
   */
  static void runWithoutPositions(Runnable part) {
    try {
      part.run();
    } catch (ColonnadeException e) {
      throw e.position() == 0 ? e : e.with(e.fields().withPosition(0));
    }
  }

  /**
   * Returns a column; UNKNOWN_COLUMN if there is none.
   *
   * @param verb what the statement does to it
   */
  Column column(String name, String verb) {
    Table table = table();
    if (HiddenKey.isOfSystem(name)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cannot %s system column \"%s\"".formatted(verb, name));
    }
    if (!table.schema().hasVisibleColumn(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN,
          "column \"%s\" of relation \"%s\" does not exist".formatted(name, table.name()));
    }
    return table.schema().column(name);
  }

  /** Returns a column that is altered. */
  Column column(String name) {
    return column(name, "alter");
  }

  /** Changes the catalog entry of the table. */
  void alter(BiConsumer<CatalogEdit, Table> steps) {
    transaction()
        .catalogChanges()
        .alter(
            edit -> {
              steps.accept(edit, edit.snapshot().table(tableId));
              return edit;
            });
  }

  /**
   * Excludes writers of the table until the end of the transaction, as every change of its
   * definition does that depends on its rows.
   */
  void lockRows() {
    transaction().locks().lockForDefinition(table(), TableLockMode.ALONE);
  }

  /** Excludes writers of the table as {@link #lockRows} does, for a change of its rows. */
  void lockRowsForChange() {
    transaction().locks().lockAllRows(table(), TableLockMode.ALONE);
  }

  /** Returns whether the table has rows, which others cannot change until the transaction ends. */
  boolean hasRows() {
    return hasRows("true");
  }

  /** Returns whether a row satisfies a predicate; others cannot change that afterwards. */
  boolean hasRows(String predicate) {
    lockRows();
    return exists(predicate);
  }

  /** Returns whether a row satisfies a predicate in the newest state. */
  boolean exists(String predicate) {
    return firstRow("CAST(1 AS text)", predicate) != null;
  }

  /**
   * Returns the values of the first row that satisfies a predicate in the newest state; null if
   * there is none.
   *
   * @param texts expressions of type text
   */
  @Nullable List<String> firstRow(String texts, String predicate) {
    String query = "SELECT %s FROM %s WHERE %s LIMIT 1".formatted(texts, wholeName(), predicate);
    return transaction()
        .atNewest(
            () -> {
              try (StatementResult rows = query(query, execution)) {
                @Nullable Object[] row = rows.next();
                return row == null ? null : Arrays.stream(row).map(String::valueOf).toList();
              }
            });
  }

  /** Returns the result of a statement of data in the transaction of an execution. */
  StatementResult query(String sql, Execution inner) {
    DataStatement statement = (DataStatement) SqlParser.parse(sql).getFirst().statement();
    return frontEnd.plan(statement, PlanContext.ofSystem(inner.transaction(), settings)).run(inner);
  }

  /** Sets a column of all rows to the value of an expression. */
  void update(String column, String expression) {
    lockRowsForChange();
    String update = "UPDATE %s SET %s = %s".formatted(wholeName(), quoted(column), expression);
    query(update, execution).close();
  }

  /** Returns the name of the table with its schema, which does not depend on the search path. */
  String wholeName() {
    Table table = table();
    SchemaEntry schema = transaction().catalog().findSchema(table.schemaId());
    return (schema == null ? "" : quoted(schema.name()) + ".") + quoted(table.name());
  }

  /** Returns a name in double quotes, which keywords need. */
  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}

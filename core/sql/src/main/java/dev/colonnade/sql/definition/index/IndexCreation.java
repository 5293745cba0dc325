package dev.colonnade.sql.definition.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.InternalQueries;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates an index. A statement on its own does so at once, after a wait for writers that are open.
 * A longer transaction excludes writers to its end; they maintain the index from its commit on, and
 * it is filled right after. A unique index has the entries of all rows from its creation on, so
 * that duplicates are errors of the statements that make them.
 */
public final class IndexCreation {
  private final InternalQueries queries;
  private final Execution execution;
  private final boolean isWholeStatement;
  private final boolean isConcurrent;

  /**
   * Creates indexes in the transaction of an execution.
   *
   * @param isWholeStatement whether the statement does nothing else
   */
  public IndexCreation(InternalQueries queries, Execution execution, boolean isWholeStatement) {
    this(queries, execution, isWholeStatement, false);
  }

  /**
   * Variant of the other.
   *
   * @param isConcurrent whether writers go on while the statement waits for those before it
   */
  IndexCreation(
      InternalQueries queries,
      Execution execution,
      boolean isWholeStatement,
      boolean isConcurrent) {
    this.isWholeStatement = isWholeStatement;
    this.isConcurrent = isConcurrent;
    this.queries = requireNonNull(queries, "queries is null");
    this.execution = requireNonNull(execution, "execution is null");
  }

  /** Creates an index that is free to be called so. */
  public void run(Table table, String name, Index.Definition definition) {
    StatementTransaction transaction = execution.transaction();
    boolean isDeferrable = definition.kind().timing().isDeferrable();
    if (isWholeStatement && transaction.isAlone() && !isDeferrable) {
      transaction.catalogChanges().createIndex(table, name, definition, isConcurrent);
      return;
    }
    if (definition.kind().isUniqueAtCommit()) {
      transaction.locks().lockAllRows(table, TableLockMode.ALONE);
      if (isDeferrable) {
        requireUnlike(table, name, definition); // entries of equal keys do not conflict
      }
    } else {
      transaction.locks().lockForDefinition(table, TableLockMode.EXCLUSIVE);
    }
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              Table now = edit.snapshot().table(table.id());
              return edit.changeConstraints(
                  now,
                  now.descriptor().constraints().withIndex(name, definition, IndexState.BUILDING));
            });
    if (definition.kind().isUniqueAtCommit()) {
      transaction.writes().addEntries(transaction.catalog().table(table.id()), name);
    }
  }

  private static String textOf(Index.Definition definition, KeyColumn part, Table table) {
    IndexExpression expression = definition.expression(part);
    return expression == null
        ? NameScope.quoted(table.schema().column(part.columnId()).name())
        : "(" + expression.text() + ")";
  }

  private void requireUnlike(Table table, String name, Index.Definition definition) {
    SchemaEntry schema = execution.transaction().catalog().findSchema(table.schemaId());
    List<String> columns =
        definition.columns().stream().map(part -> textOf(definition, part, table)).toList();
    List<String> conditions = new ArrayList<>();
    Index.Predicate condition = definition.predicate();
    if (condition != null) {
      conditions.add("(" + condition.expression() + ")");
    }
    if (definition.nullsDistinct()) {
      columns.forEach(column -> conditions.add(column + " IS NOT NULL"));
    }
    String query =
        "SELECT 1 FROM %s%s%s%s GROUP BY %s HAVING count(*) > 1 LIMIT 1"
            .formatted(
                schema == null ? "" : NameScope.quoted(schema.name()) + ".",
                NameScope.quoted(table.name()),
                conditions.isEmpty() ? "" : " WHERE ",
                String.join(" AND ", conditions),
                String.join(", ", columns));
    try (StatementResult outcome = queries.run(query, execution)) {
      if (outcome.next() != null) {
        throw new ColonnadeException(
            ErrorCode.UNIQUE_VIOLATION,
            "could not create unique index \"%s\"".formatted(name),
            ErrorFields.NONE.withTable(table.name(), table.schemaId()).withConstraint(name));
      }
    }
  }
}

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
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.InternalQueries;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;

/**
 * Creates an index. A statement on its own does so at once. In a longer transaction writers
 * maintain the index from its commit on, and it is filled right after; uniqueness is checked
 * before, and again at the commit.
 */
public final class IndexCreation {
  private final InternalQueries queries;
  private final Execution execution;

  /** Creates indexes in the transaction of an execution. */
  public IndexCreation(InternalQueries queries, Execution execution) {
    this.queries = requireNonNull(queries, "queries is null");
    this.execution = requireNonNull(execution, "execution is null");
  }

  /** Creates an index that is free to be called so. */
  public void run(Table table, String name, Index.Definition definition) {
    StatementTransaction transaction = execution.transaction();
    boolean isDeferrable = definition.kind().timing().isDeferrable();
    if (isDeferrable) {
      // Entries of duplicate rows do not conflict: no transaction may add one between this check
      // and the commit.
      transaction.locks().lockTable(table, TableLockMode.EXCLUSIVE);
    }
    if (transaction.isAlone() && !isDeferrable) {
      transaction
          .catalogChanges()
          .define(operations -> operations.createIndex(table.id(), name, definition));
      return;
    }
    if (definition.kind().isUniqueAtCommit()) {
      requireUnlike(execution, table, name, definition);
      transaction.beforeCommit(ending -> requireUnlikeStill(ending, table.id(), name));
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
  }

  /** Rows that were written since have no entries of others to meet: the index is not filled. */
  private void requireUnlikeStill(StatementTransaction ending, int tableId, String name) {
    Table table = ending.catalog().findTable(tableId);
    Index index = table == null ? null : table.descriptor().constraints().findIndex(name);
    if (table != null && index != null && !index.isReady()) {
      Execution commit =
          new Execution(
              ending,
              List.of(),
              Cancellation.withoutDeadline(),
              execution.settings(),
              execution.resources());
      requireUnlike(commit, table, name, index.definition());
    }
  }

  private static String textOf(Index.Definition definition, KeyColumn part, Table table) {
    IndexExpression expression = definition.expression(part);
    return expression == null
        ? NameScope.quoted(table.schema().column(part.columnId()).name())
        : "(" + expression.text() + ")";
  }

  private void requireUnlike(
      Execution execution, Table table, String name, Index.Definition definition) {
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
            ErrorFields.NONE.withTable(table.name()).withConstraint(name));
      }
    }
  }
}

package dev.colonnade.catalog.move;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogContext;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogLock;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves of the rows of a table of one column family under another key. The rows are copied while
 * nothing writes to the table, locks its rows or changes its definition, with new entries of all
 * indexes, which contain the keys of rows; then one change of the catalog makes the copies the rows
 * and entries of the table, and the former ones are cleared. A crash before that change leaves the
 * table as it was.
 *
 * <p>The record of the table names the places of the copies, so that they can be cleared after a
 * crash. What refuses commits of rows meanwhile is {@link Catalog#isMoving}, in memory, so that no
 * failure leaves a table that cannot be written to.
 */
public final class RowMoves {
  private static final Logger LOG = LoggerFactory.getLogger(RowMoves.class);

  private final CatalogOperations operations;
  private final LockWaitPolicy wait;

  /** Creates moves that wait for transactions that have written to a table or locked its rows. */
  public RowMoves(CatalogOperations operations, LockWaitPolicy wait) {
    this.operations = requireNonNull(operations, "operations is null");
    this.wait = requireNonNull(wait, "wait is null");
  }

  /**
   * Makes some columns the primary key of a table that has a hidden key, as if the table had been
   * created with the primary key.
   *
   * @return false if a transaction that has written to the table or locked rows continues; then
   *     nothing is changed
   * @throws ColonnadeException UNIQUE_VIOLATION or NOT_NULL_VIOLATION if the rows cannot have the
   *     key; SERIALIZATION_FAILURE if the table was altered before
   */
  public boolean toPrimaryKey(Table table, String keyName, List<KeyColumn> key) {
    ObjectName name = new ObjectName(table.schemaId(), keyName);
    return move(
        table,
        edit -> {
          edit.requireFree(name);
          Table now = edit.snapshot().table(table.id());
          return edit.change(now, now.descriptor().moving(keyName, key));
        },
        (edit, moving) -> {
          edit.requireFree(name);
          dropKeySequence(edit, moving);
          return edit.snapshot().table(moving.id());
        });
  }

  /**
   * Gives the rows of a table a hidden key; its primary key becomes a unique index. Statements see
   * the same table before and after.
   *
   * @param sequenceId storage id of a new sequence for the values of the hidden key
   * @param sequenceName name of the sequence
   * @return false if a transaction that has written to the table or locked rows continues; then
   *     nothing is changed
   * @throws ColonnadeException SERIALIZATION_FAILURE if the table was altered before
   */
  public boolean toHiddenKey(Table table, long sequenceId, String sequenceName) {
    return move(
        table,
        edit -> {
          Table now = edit.snapshot().table(table.id());
          String keyName = requireNonNull(now.rowKeyName(), "table has a hidden key");
          return edit.change(now, now.descriptor().moving(keyName, List.of()));
        },
        (edit, moving) -> withKeySequence(edit, moving, sequenceId, sequenceName));
  }

  /** Further changes together with the end of a move. */
  @FunctionalInterface
  private interface Completion {
    Table complete(CatalogEdit edit, Table moving);
  }

  private boolean move(Table table, Function<CatalogEdit, Table> beginning, Completion completion) {
    int id = table.id();
    try (CatalogContext.Lease lease = operations.context().lockTable(table, wait)) {
      if (lease == null) {
        return false;
      }
      requireUnchanged(table);
      giveUp(id); // what an earlier move may have left
      try {
        // Commits that are evaluated before the change of the catalog are seen by the copy.
        catalog().setMoving(id, true);
        Table moving = change(id, beginning);
        long timestamp = operations.context().copyRows(moving);
        Failpoint.ROWS_AFTER_COPY.pass();
        Table _ = change(id, edit -> finish(edit, moving, timestamp, completion));
      } finally {
        catalog().setMoving(id, false);
        clean(id);
      }
      return true;
    }
  }

  private static Table finish(
      CatalogEdit edit, Table moving, long timestamp, Completion completion) {
    Table table = edit.snapshot().table(moving.id());
    // Types of columns, as the labels of an enum, change without a lock of the table.
    if (!table.descriptor().rows().equals(moving.descriptor().rows())) {
      throw new IllegalStateException("table was altered under a lock: tableId=" + table.id());
    }
    edit.change(table, table.descriptor().moved(timestamp));
    return completion.complete(edit, moving);
  }

  private Catalog catalog() {
    return operations.catalog();
  }

  /** Changes the catalog, with the lock of a table. */
  private Table change(int tableId, Function<CatalogEdit, Table> steps) {
    return operations.change(steps, List.of(CatalogLock.exclusive(tableId)));
  }

  /** Throws SERIALIZATION_FAILURE if a statement has read an earlier definition of the table. */
  private void requireUnchanged(Table table) {
    Table now = catalog().snapshot().findTable(table.id());
    boolean isUnchanged =
        now != null
            && now.hasRowsOf(table.descriptor())
            && now.history().equals(table.history())
            && now.descriptor().constraints().equals(table.descriptor().constraints());
    if (!isUnchanged) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "table \"%s\" was altered meanwhile: try again".formatted(table.name()));
    }
  }

  private static void dropKeySequence(CatalogEdit edit, Table moving) {
    int hiddenId = moving.schema().keyColumns().getFirst().id();
    for (Relation relation : List.copyOf(edit.snapshot().relations())) {
      if (relation instanceof SequenceEntry sequence && sequence.isOwnedBy(moving.id(), hiddenId)) {
        edit.dropSequence(sequence);
      }
    }
  }

  private static Table withKeySequence(
      CatalogEdit edit, Table moving, long sequenceId, String sequenceName) {
    Table moved = edit.snapshot().table(moving.id());
    int hiddenId = moved.schema().keyColumns().getFirst().id();
    SequenceEntry sequence =
        edit.createSequence(
            new ObjectName(moved.schemaId(), sequenceName),
            sequenceId,
            new SequenceEntry.Owner(moved.id(), hiddenId, true));
    TableProperties properties = moved.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    defaults.put(hiddenId, DefaultClause.nextValueOf(sequence.id()));
    Map<Integer, IdentityColumn> identities = new HashMap<>(properties.identities());
    identities.put(hiddenId, new IdentityColumn(true, sequence.id()));
    return edit.changeProperties(
        moved, properties.withDefaults(defaults).withIdentities(identities));
  }

  /** Clears what a move leaves, or leaves that to the next move or start. */
  private void clean(int tableId) {
    try {
      giveUp(tableId);
    } catch (ColonnadeException e) {
      LOG.warn("former rows of a table are cleared at the next start: tableId={}", tableId, e);
    }
  }

  /** Gives up an incomplete move, and clears the places where rows and entries are no longer. */
  private void giveUp(int tableId) {
    Table table = catalog().snapshot().findTable(tableId);
    if (table != null && table.descriptor().rows().isMoving()) {
      table =
          change(
              tableId,
              edit -> {
                Table now = edit.snapshot().table(tableId);
                return edit.change(now, now.descriptor().withoutMove());
              });
    }
    if (table == null || table.obsoleteSpans().isEmpty()) {
      return;
    }
    for (KeySpan span : table.obsoleteSpans()) {
      KeySpan _ = operations.context().clear(span, _ -> span);
    }
    Table _ =
        change(
            tableId,
            edit -> {
              Table now = edit.snapshot().table(tableId);
              return edit.change(now, now.descriptor().withoutObsoleteRows());
            });
  }

  /** Gives up the moves that were incomplete when the store was closed, and clears the places. */
  public void resume() {
    for (Table table : catalog().snapshot().tables()) {
      if (!table.descriptor().rows().equals(table.descriptor().rows().settled())) {
        try (CatalogContext.Lease lease = operations.context().lockTable(table, wait)) {
          if (lease != null) {
            clean(table.id());
          }
        }
      }
    }
  }
}

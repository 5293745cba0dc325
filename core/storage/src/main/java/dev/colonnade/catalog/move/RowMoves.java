package dev.colonnade.catalog.move;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogContext;
import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogOperations;
import dev.colonnade.catalog.DefaultClause;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableDescriptor;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.failpoint.Failpoint;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves of the rows of a table of one column family under another key. The rows are copied while
 * nothing writes to the table, with new entries of all indexes, which contain the keys of rows;
 * then one change of the catalog makes the copies the rows and entries of the table, and the former
 * ones are cleared. A crash before that change leaves the table as it was.
 */
public final class RowMoves {
  private final CatalogOperations operations;

  public RowMoves(CatalogOperations operations) {
    this.operations = requireNonNull(operations, "operations is null");
  }

  /**
   * Makes some columns the primary key of a table that has a hidden key, as if the table had been
   * created with the primary key.
   *
   * @return false if a transaction that has written to the table continues; then nothing is changed
   * @throws ColonnadeException UNIQUE_VIOLATION or NOT_NULL_VIOLATION if the rows cannot have the
   *     key; SERIALIZATION_FAILURE if the table was altered meanwhile
   */
  public boolean toPrimaryKey(int tableId, String keyName, List<KeyColumn> key) {
    return move(
        tableId,
        edit -> {
          Table table = edit.snapshot().table(tableId);
          edit.requireFree(new ObjectName(table.schemaId(), keyName));
          return edit.change(table, table.descriptor().moving(keyName, key));
        },
        (edit, moving, moved) -> {
          dropKeySequence(edit, moving);
          return moved;
        });
  }

  /**
   * Gives the rows of a table a hidden key; its primary key becomes a unique index. Statements see
   * the same table before and after.
   *
   * @param sequenceId storage id of a new sequence for the values of the hidden key
   * @param sequenceName name of the sequence
   * @return false if a transaction that has written to the table continues; then nothing is changed
   */
  public boolean toHiddenKey(int tableId, long sequenceId, String sequenceName) {
    return move(
        tableId,
        edit -> {
          Table table = edit.snapshot().table(tableId);
          String keyName = requireNonNull(table.rowKeyName(), "table has a hidden key");
          return edit.change(table, table.descriptor().moving(keyName, List.of()));
        },
        (edit, moving, moved) -> withKeySequence(edit, moved, sequenceId, sequenceName));
  }

  /** First step of a move. */
  @FunctionalInterface
  private interface Beginning {
    Table begin(CatalogEdit edit);
  }

  /** Further changes together with the end of a move. */
  @FunctionalInterface
  private interface Completion {
    Table complete(CatalogEdit edit, Table moving, Table moved);
  }

  private boolean move(int tableId, Beginning beginning, Completion completion) {
    CatalogContext context = operations.context();
    Table before = operations.catalog().snapshot().table(tableId);
    try (CatalogContext.Lease writers = context.lockRows(before)) {
      if (writers == null) {
        return false;
      }
      operations.clearObsolete(tableId);
      Table moving = operations.change(beginning::begin);
      try {
        long timestamp = context.copyRows(moving);
        Failpoint.ROWS_AFTER_COPY.pass();
        Table _ =
            operations.change(
                edit -> completion.complete(edit, moving, finish(edit, moving, timestamp)));
      } catch (RuntimeException | Error e) {
        giveUp(tableId, e);
        throw e;
      }
      operations.clearObsolete(tableId);
      return true;
    }
  }

  private static Table finish(CatalogEdit edit, Table moving, long timestamp) {
    Table table = edit.snapshot().table(moving.id());
    TableDescriptor now = table.descriptor();
    boolean isUnchanged =
        now.rows().equals(moving.descriptor().rows())
            && now.history().equals(moving.history())
            && now.constraints().equals(moving.descriptor().constraints());
    if (!isUnchanged) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "table \"%s\" was altered while its rows were copied".formatted(table.name()));
    }
    return edit.change(table, now.moved(timestamp));
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
      CatalogEdit edit, Table moved, long sequenceId, String sequenceName) {
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

  private void giveUp(int tableId, Throwable reason) {
    try {
      giveUp(tableId);
      operations.clearObsolete(tableId);
    } catch (RuntimeException e) {
      reason.addSuppressed(e);
    }
  }

  private void giveUp(int tableId) {
    operations.change(
        edit -> {
          Table table = edit.snapshot().findTable(tableId);
          return table == null || !table.descriptor().rows().isMoving()
              ? edit
              : edit.change(table, table.descriptor().withoutMove());
        });
  }

  /** Gives up the moves that were incomplete when the store was closed, and clears the places. */
  public void resume() {
    for (Table table : operations.catalog().snapshot().tables()) {
      if (!table.descriptor().rows().equals(table.descriptor().rows().settled())) {
        giveUp(table.id());
        operations.clearObsolete(table.id());
      }
    }
  }
}

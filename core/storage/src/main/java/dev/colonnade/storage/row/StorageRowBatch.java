package dev.colonnade.storage.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.type.row.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Batch of changes of rows of one table without indexes and constraints, which is committed
 * atomically. A row may be changed once. Foreign keys of other tables are not checked. Filled by
 * one thread, then written once.
 */
public final class StorageRowBatch {
  private final Mutations mutations = new Mutations();
  private final RowMutations rows;
  private final RowWriter writer;
  private final int familyCount;

  /**
   * Creates an empty batch.
   *
   * @param rowBytesMax limit of the bytes of a row
   * @throws ColonnadeException UNSUPPORTED if the table has indexes or constraints, which storage
   *     does not maintain
   */
  public StorageRowBatch(Table table, int rowBytesMax) {
    requireNonNull(table, "table is null");
    if (!table.indexes().isEmpty()
        || !table.descriptor().constraints().checks().isEmpty()
        || !table.descriptor().properties().generated().isEmpty()
        || !table.descriptor().constraints().foreignKeys().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "storage on its own does not maintain indexes and constraints: table=" + table.name());
    }
    mutations.guardedBy(table::requireLive);
    rows = new RowMutations(table, mutations);
    writer = new RowWriter(table.format(), rowBytesMax);
    familyCount = table.schema().families().size();
  }

  /** Starts the next row, with NULL in all columns. */
  public RowWriter row() {
    return writer.reset();
  }

  /** Adds an insert of the row in {@link #row}; UNIQUE_VIOLATION if the row exists. */
  public StorageRowBatch insert() {
    return put(Condition.ABSENT);
  }

  /** Adds an upsert of the row in {@link #row}. */
  public StorageRowBatch upsert() {
    return put(Condition.ANY);
  }

  /** Adds a delete of the row with the key columns of {@link #row}, if it exists. */
  public StorageRowBatch delete() {
    rows.delete(writer.finishKey(), Condition.ANY);
    return this;
  }

  /** Returns the changes as mutations of keys, for one commit. */
  public Mutations mutations() {
    return mutations;
  }

  private StorageRowBatch put(Condition condition) {
    Key key = writer.finish();
    byte[] @Nullable [] values = new byte[familyCount] @Nullable [];
    for (int i = 0; i < familyCount; i++) {
      values[i] = writer.familyValue(i);
    }
    rows.put(key, values, condition);
    return this;
  }
}

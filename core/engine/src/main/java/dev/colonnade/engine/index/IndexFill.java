package dev.colonnade.engine.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.mvcc.buffer.overlay.MergeCursor;
import dev.colonnade.mvcc.txn.Transaction;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Entries of a new index for all rows that a transaction sees, written with that transaction. The
 * table is locked: the rows are those that it will have, but for further changes of the
 * transaction. One thread.
 */
public final class IndexFill {
  /** Rows that are read before their entries are written, which ends the read. */
  private static final int STEP_ROWS = 4_096;

  private final Transaction transaction;
  private final Table table;
  private final TableIndex index;
  private final IndexEntries entries;
  private final KeyCodec keys;
  private final RowDecoder decoder;

  /** Entries whose keys no other row may have, and the others. */
  private RowWriteBatch unique = new RowWriteBatch(STEP_ROWS);

  private RowWriteBatch plain = new RowWriteBatch(STEP_ROWS);

  /** Creates the fill of an index of a table. */
  public IndexFill(
      Transaction transaction,
      Table table,
      TableIndex index,
      RowExpressionCompiler conditions,
      int rowBytesMax) {
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.table = requireNonNull(table, "table is null");
    this.index = requireNonNull(index, "index is null");
    entries = IndexEntries.of(table, index, conditions, rowBytesMax);
    keys = table.format().keyCodec();
    decoder = new RowDecoder(table.format());
  }

  /** Writes the entries; throws UNIQUE_VIOLATION if two rows have the same key. */
  public void run() {
    KeySpan rest = keys.span();
    while (rest != null) {
      unique = new RowWriteBatch(STEP_ROWS);
      plain = new RowWriteBatch(STEP_ROWS);
      Key next = addStep(rest);
      write();
      rest = next == null ? null : new KeySpan(next, rest.end());
    }
  }

  /** Adds the entries of the first rows of a span; returns the key of the next row, or null. */
  private @Nullable Key addStep(KeySpan span) {
    Key rowKey = null;
    Map<Integer, byte[]> values = new HashMap<>();
    int count = 0;
    try (MergeCursor cursor = transaction.cursor(span)) {
      while (cursor.next()) {
        Key key = cursor.key();
        Key rowKeyNow = keys.rowKeyOf(key);
        if (rowKey != null && !rowKeyNow.equals(rowKey)) {
          add(rowKey, values);
          values.clear();
          InterruptionPoint.check(++count);
          if (count == STEP_ROWS) {
            return key;
          }
        }
        rowKey = rowKeyNow;
        values.put(keys.familyOf(key), cursor.value());
      }
    }
    if (rowKey != null) {
      add(rowKey, values);
    }
    return null;
  }

  private void add(Key rowKey, Map<Integer, byte[]> values) {
    IndexEntryWriter.Entry entry = entries.of(decoder.decode(rowKey, values));
    if (entry != null) {
      (entry.isUnique() ? unique : plain).part(entry.key(), entry.value(), entry.isUnique());
    }
  }

  private void write() {
    RowWriteBatch.Refused refused = transaction.insertAll(unique);
    if (!refused.isEmpty()) {
      Key key =
          (refused.present().isEmpty() ? refused.repeated() : refused.present()).iterator().next();
      throw UniqueViolations.whileBuilding(table, index, index.decode(key));
    }
    transaction.changeParts(plain, false);
  }
}

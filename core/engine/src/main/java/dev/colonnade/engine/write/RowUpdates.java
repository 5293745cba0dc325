package dev.colonnade.engine.write;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.constraint.RowConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of row changes that depend on existing rows: reads the rows and computes the new ones.
 * One thread; to be closed soon, since it pins a snapshot.
 */
public final class RowUpdates implements AutoCloseable {
  private final ReadView view;
  private final Table table;
  private final boolean needsRows;
  private final RowDecoder decoder;
  private final RowWriter writer;

  private RowUpdates(ReadView view, Table encodedBy, Table table, int rowBytesMax) {
    this.view = view;
    this.table = table;
    this.needsRows = needsRows(encodedBy, table);
    this.decoder = new RowDecoder(table.format());
    this.writer = new RowWriter(table.format(), rowBytesMax);
  }

  /**
   * Pins the newest timestamp, which may not be durable yet, and reads the catalog after it, so
   * that the catalog has the schema version of every row.
   *
   * @param table definition that rows are encoded for
   */
  public static RowUpdates open(
      VersionedReads reads, Catalog catalog, Table table, int rowBytesMax) {
    ReadView view = reads.openNewest();
    try {
      return new RowUpdates(view, table, catalog.snapshot().table(table.id()), rowBytesMax);
    } catch (RuntimeException e) {
      view.close();
      throw e;
    }
  }

  /**
   * Returns whether all changes of a table's rows need the whole old and new row. Rows that are
   * encoded for an earlier version of the schema are checked: a column may be NOT NULL since then.
   */
  static boolean needsRows(Table encodedBy, Table table) {
    return !table.indexes().isEmpty()
        || RowConstraints.affects(table)
        || encodedBy.schema().version() != table.schema().version();
  }

  /** Returns the table in the present catalog. */
  public Table table() {
    return table;
  }

  /**
   * Returns a change with the rows that it depends on: an update becomes a write of the whole new
   * row. If there is no row, it becomes a delete without effect, on condition that there is still
   * none.
   */
  public Resolved resolve(BatchRowChange change) {
    return switch (change) {
      case BatchRowChange.Update update -> resolve(update);
      case BatchRowChange.Delete delete when needsRows -> resolve(delete);
      case BatchRowChange.Put put when needsRows -> resolve(put);
      case BatchRowChange.Put _, BatchRowChange.Delete _ -> new Resolved(change, null, null);
    };
  }

  /**
   * Change that depends on no other row.
   *
   * @param before the values of the existing row, if the table needs them; else null
   * @param after the values of the new row, if the table needs them; else null
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  public record Resolved(
      BatchRowChange change,
      @Nullable Object @Nullable [] before,
      @Nullable Object @Nullable [] after) {}

  private Resolved resolve(BatchRowChange.Update update) {
    Map<Integer, byte[]> values = new HashMap<>();
    long timestamp = read(update.rowKey(), values);
    requireCondition(update, timestamp);
    if (timestamp == Condition.VersionIs.NONE) {
      return new Resolved(
          new BatchRowChange.Delete(update.rowKey(), Condition.versionIs(timestamp)), null, null);
    }
    TableSchema schema = table.schema();
    @Nullable Object[] before = decoder.decode(update.rowKey(), values);
    @Nullable Object[] after = before.clone();
    for (int i = 0; i < update.columnIds().length; i++) {
      after[schema.ordinal(update.columnIds()[i])] = update.values()[i];
    }
    writer.reset().putAll(after);
    writer.finish();
    byte[] @Nullable [] familyValues = new byte[schema.families().size()] @Nullable [];
    for (int i = 0; i < familyValues.length; i++) {
      familyValues[i] = writer.familyValue(i);
    }
    return new Resolved(
        new BatchRowChange.Put(update.rowKey(), familyValues, Condition.versionIs(timestamp)),
        before,
        after);
  }

  private Resolved resolve(BatchRowChange.Delete delete) {
    Map<Integer, byte[]> values = new HashMap<>();
    long timestamp = read(delete.rowKey(), values);
    requireCondition(delete, timestamp);
    boolean isThere = timestamp != Condition.VersionIs.NONE;
    return new Resolved(
        new BatchRowChange.Delete(delete.rowKey(), Condition.versionIs(timestamp)),
        isThere ? decoder.decode(delete.rowKey(), values) : null,
        null);
  }

  private Resolved resolve(BatchRowChange.Put put) {
    @Nullable Object[] after = decoder.decode(put.rowKey(), put.valuesByFamily(table.schema()));
    if (put.condition() == Condition.ABSENT) {
      return new Resolved(put, null, after);
    }
    Map<Integer, byte[]> values = new HashMap<>();
    long timestamp = read(put.rowKey(), values);
    requireCondition(put, timestamp);
    boolean isThere = timestamp != Condition.VersionIs.NONE;
    return new Resolved(
        new BatchRowChange.Put(put.rowKey(), put.familyValues(), Condition.versionIs(timestamp)),
        isThere ? decoder.decode(put.rowKey(), values) : null,
        after);
  }

  /** Reads the values of the row's families; returns the version of the row, 0 if there is none. */
  private long read(Key rowKey, Map<Integer, byte[]> values) {
    long timestamp = 0;
    for (ColumnFamily family : table.schema().families()) {
      Version version = view.get(table.format().keyCodec().familyKey(rowKey, family.id()));
      if (version != null) {
        values.put(family.id(), version.value());
        timestamp = family.id() == ColumnFamily.FIRST_ID ? version.timestamp() : timestamp;
      }
    }
    return timestamp;
  }

  /**
   * Checks the condition of a change.
   *
   * @param timestamp version of the present row; {@link Condition.VersionIs#NONE} if there is none
   */
  static void requireCondition(BatchRowChange change, long timestamp) {
    boolean isThere = timestamp != Condition.VersionIs.NONE;
    ErrorCode failure =
        switch (change.condition()) {
          case Condition.Always always -> null;
          case Condition.Presence.PRESENT -> isThere ? null : ErrorCode.ROW_NOT_FOUND;
          case Condition.Presence.ABSENT -> isThere ? ErrorCode.UNIQUE_VIOLATION : null;
          case Condition.VersionIs(long expected, _) ->
              expected == timestamp ? null : ErrorCode.SERIALIZATION_FAILURE;
          case Condition.VersionAtMost(long expected) ->
              isThere && timestamp <= expected ? null : ErrorCode.SERIALIZATION_FAILURE;
        };
    if (failure != null) {
      throw new ColonnadeException(
          failure,
          "row does not meet the condition: key="
              + change.rowKey()
              + " expected="
              + change.condition()
              + " foundTimestamp="
              + timestamp);
    }
  }

  @Override
  public void close() {
    view.close();
  }
}

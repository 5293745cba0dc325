package dev.colonnade.engine;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.type.Family;
import dev.colonnade.type.TableSchema;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowWriter;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows that updates are about, and makes whole rows of both. One thread; close it soon.
 */
final class RowUpdates implements AutoCloseable {
  private final ReadView view;
  private final Table table;
  private final RowDecoder decoder;
  private final RowWriter writer;

  private RowUpdates(ReadView view, Table table, int rowBytesMax) {
    this.view = view;
    this.table = table;
    this.decoder = new RowDecoder(table.format());
    this.writer = new RowWriter(table.format(), rowBytesMax);
  }

  /** Pins the newest timestamp, then takes the catalogue: it knows the version of every row. */
  static RowUpdates open(VersionedReads reads, Catalog catalog, Table table, int rowBytesMax) {
    ReadView view = reads.open();
    try {
      return new RowUpdates(view, catalog.snapshot().table(table.id()), rowBytesMax);
    } catch (RuntimeException e) {
      view.close();
      throw e;
    }
  }

  /**
   * The change itself, or the whole row that an update makes of what is there. Where there is no
   * row, it is a deletion that does nothing, but only while there is none.
   */
  RowChange resolve(RowChange change) {
    return change instanceof RowChange.Update update ? resolve(update) : change;
  }

  private RowChange resolve(RowChange.Update update) {
    Map<Integer, byte[]> values = new HashMap<>();
    long timestamp = read(update, values);
    requireCondition(update, timestamp);
    if (timestamp == Condition.VersionIs.NONE) {
      return new RowChange.Delete(update.rowKey(), Condition.versionIs(timestamp));
    }
    TableSchema schema = table.schema();
    writer.reset().putAll(decoder.decode(update.rowKey(), values));
    for (int i = 0; i < update.columnIds().length; i++) {
      writer.putObject(schema.ordinal(update.columnIds()[i]), update.values()[i]);
    }
    writer.finish();
    byte[] @Nullable [] familyValues = new byte[schema.families().size()] @Nullable [];
    for (int i = 0; i < familyValues.length; i++) {
      familyValues[i] = writer.familyValue(i);
    }
    return new RowChange.Put(update.rowKey(), familyValues, Condition.versionIs(timestamp));
  }

  /**
   * Fills in the values of the row's families; returns the version of the row, 0 if there is none.
   */
  private long read(RowChange.Update update, Map<Integer, byte[]> values) {
    long timestamp = 0;
    for (Family family : table.schema().families()) {
      Version version = view.get(table.format().keyCodec().familyKey(update.rowKey(), family.id()));
      if (version != null) {
        values.put(family.id(), version.value());
        timestamp = family.id() == Family.FIRST_ID ? version.timestamp() : timestamp;
      }
    }
    return timestamp;
  }

  private static void requireCondition(RowChange.Update update, long timestamp) {
    boolean isThere = timestamp != Condition.VersionIs.NONE;
    ErrorCode failure =
        switch (update.condition()) {
          case Condition.Always always -> null;
          case Condition.Presence.PRESENT -> isThere ? null : ErrorCode.ROW_NOT_FOUND;
          case Condition.Presence.ABSENT -> isThere ? ErrorCode.UNIQUE_VIOLATION : null;
          case Condition.VersionIs(long expected) ->
              expected == timestamp ? null : ErrorCode.SERIALIZATION_FAILURE;
        };
    if (failure != null) {
      throw new ColonnadeException(
          failure,
          "row is not what was expected: key="
              + update.rowKey()
              + " expected="
              + update.condition()
              + " foundTimestamp="
              + timestamp);
    }
  }

  @Override
  public void close() {
    view.close();
  }
}

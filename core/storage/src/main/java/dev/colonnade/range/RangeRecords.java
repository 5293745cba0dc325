package dev.colonnade.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;

/** Reader of the range records in {@code META}. */
public final class RangeRecords {
  private RangeRecords() {}

  /** Returns the descriptors in the order of their ids; none for a new store. */
  public static List<RangeDescriptor> descriptors(StoreReader reader) {
    List<RangeDescriptor> descriptors = new ArrayList<>();
    KeySpan span = KeySpan.prefix(RangeLayout.DESCRIPTOR_PREFIX);
    try (Cursor cursor = reader.cursor(Space.META, CursorOptions.over(span))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        long id = RangeLayout.id(cursor.key(), RangeLayout.DESCRIPTOR_PREFIX);
        descriptors.add(RangeLayout.decodeDescriptor(id, cursor.value()));
      }
      cursor.checkStatus();
    }
    return descriptors;
  }

  /** Returns the ids with statistics, in ascending order. */
  public static List<Long> statisticsIds(StoreReader reader) {
    List<Long> ids = new ArrayList<>();
    KeySpan span = KeySpan.prefix(RangeLayout.STATISTICS_PREFIX);
    try (Cursor cursor = reader.cursor(Space.META, CursorOptions.over(span))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        ids.add(RangeLayout.id(cursor.key(), RangeLayout.STATISTICS_PREFIX));
      }
      cursor.checkStatus();
    }
    return ids;
  }

  public static RangeStatistics statistics(StoreReader reader, long id) {
    return RangeLayout.decodeStatistics(id, require(reader, RangeLayout.statisticsKey(id)));
  }

  public static long nextId(StoreReader reader) {
    return RangeLayout.decodeId(require(reader, RangeLayout.NEXT_ID));
  }

  private static byte[] require(StoreReader reader, Key key) {
    byte[] value = reader.get(Space.META, key);
    if (value == null) {
      throw new ColonnadeException(ErrorCode.STORE_CORRUPT, "range record missing key=" + key);
    }
    return value;
  }
}

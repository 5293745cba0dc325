package dev.colonnade.storage.replica;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.range.RangeLayout;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.batch.ColumnFamilyIds;
import dev.colonnade.store.rocks.batch.WriteBatchReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Changes of one batch, as far as they concern state in memory. Used by one thread after another.
 */
public final class BatchChanges implements WriteBatchReader.Visitor {
  /** Timestamp that states that the batch has no such record. */
  public static final long NONE = 0;

  private static final Key CATALOG = Key.wrap("catalog/".getBytes(US_ASCII));
  private static final Key SEQUENCES = Key.wrap("sequence/".getBytes(US_ASCII));
  private static final Key STATISTICS = Key.wrap("statistics/".getBytes(US_ASCII));

  private final List<Key> rows = new ArrayList<>();
  private final List<KeySpan> spans = new ArrayList<>();
  private final Set<Long> ranges = new LinkedHashSet<>();
  private boolean areDeletedSpansChanged;
  private boolean isCatalogChanged;
  private boolean isRangeMapChanged;
  private boolean areSequencesChanged;
  private boolean areStatisticsChanged;
  private long published = NONE;
  private long horizon = NONE;

  private BatchChanges() {}

  /** Returns the changes of a serialized batch. */
  public static BatchChanges of(byte[] batch, ColumnFamilyIds families) {
    BatchChanges changes = new BatchChanges();
    WriteBatchReader.read(batch, families, changes);
    return changes;
  }

  @Override
  public void put(Space space, Key key, byte[] value) {
    if (space == Space.META && key.equals(TimestampRecords.PUBLISHED)) {
      published = timestamp(value);
    } else if (space == Space.META && key.equals(TimestampRecords.HORIZON)) {
      horizon = timestamp(value);
    } else if (space == Space.META && key.startsWith(DeletedSpan.PREFIX)) {
      areDeletedSpansChanged = true;
      spans.add(DeletedSpan.decode(key, value).keys());
    } else {
      delete(space, key);
    }
  }

  @Override
  public void delete(Space space, Key key) {
    switch (space) {
      case ROWS -> rows.add(key);
      case HISTORY -> {}
      case META -> changeRecord(key);
    }
  }

  @Override
  public void deleteRange(Space space, KeySpan span) {
    if (space == Space.ROWS) {
      spans.add(span);
    }
    if (space == Space.META) {
      areDeletedSpansChanged = true;
      isCatalogChanged = true;
      isRangeMapChanged = true;
      areSequencesChanged = true;
      areStatisticsChanged = true;
    }
  }

  private void changeRecord(Key key) {
    if (key.startsWith(RangeLayout.STATISTICS_PREFIX)) {
      ranges.add(RangeLayout.id(key, RangeLayout.STATISTICS_PREFIX));
    }
    isRangeMapChanged |=
        key.startsWith(RangeLayout.DESCRIPTOR_PREFIX) || key.equals(RangeLayout.NEXT_ID);
    areDeletedSpansChanged |= key.startsWith(DeletedSpan.PREFIX);
    isCatalogChanged |= key.startsWith(CATALOG);
    areSequencesChanged |= key.startsWith(SEQUENCES);
    areStatisticsChanged |= key.startsWith(STATISTICS);
  }

  private static long timestamp(byte[] value) {
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Returns the timestamp that the batch publishes, or {@link #NONE}. */
  public long published() {
    return published;
  }

  /** Returns the garbage collection horizon that the batch writes, or {@link #NONE}. */
  public long horizon() {
    return horizon;
  }

  List<Key> rows() {
    return rows;
  }

  List<KeySpan> spans() {
    return spans;
  }

  Set<Long> ranges() {
    return ranges;
  }

  boolean areDeletedSpansChanged() {
    return areDeletedSpansChanged;
  }

  boolean isCatalogChanged() {
    return isCatalogChanged;
  }

  boolean isRangeMapChanged() {
    return isRangeMapChanged;
  }

  boolean areSequencesChanged() {
    return areSequencesChanged;
  }

  boolean areStatisticsChanged() {
    return areStatisticsChanged;
  }
}

package dev.colonnade.mvcc.gc;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.deletion.DeletedSpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Step of a garbage collection pass: it first finds removable entries, and then removes them. */
final class GarbageCollectionStep {
  /**
   * Number of keys per multi-get, which bounds the memory of one read: 256 MiB with the largest
   * rows.
   */
  public static final int KEYS_PER_READ_MAX = 32;

  private final long point;
  private final long walkedAt;
  private final GarbageCollectorOptions options;
  private final List<Entry> entries = new ArrayList<>();

  /**
   * Entries that a tombstone superseded; {@link #remains} has for each what was in {@code ROWS}
   * when it was checked.
   */
  private final List<Entry> deleted = new ArrayList<>();

  private final List<Remains> remains = new ArrayList<>();

  /** True if keys may have been deleted in spans at or before the collection point. */
  private boolean hasSpans;

  private @Nullable Key resume;
  private long walked;
  private long removedBytes;
  private long removedTombstones;

  public GarbageCollectionStep(long point, long walkedAt, GarbageCollectorOptions options) {
    this.point = point;
    this.walkedAt = walkedAt;
    this.options = options;
  }

  /** Finds removable entries from the start of the cursor's bounds, up to the limits of a step. */
  void walk(Cursor history) {
    for (history.seekToFirst(); history.valid(); history.next()) {
      if (walked >= options.walkedPerStepMax() || entries.size() >= options.removedPerStepMax()) {
        resume = history.key();
        return;
      }
      walked++;
      HistoryLayout.requireComplete(history.valueLength());
      if (HistoryLayout.supersededAt(history.valueAddress()) <= point) {
        add(history);
      }
    }
    history.checkStatus();
  }

  /** Checks which tombstones, or values that were deleted in spans, are still in {@code ROWS}. */
  void checkTombstones(StoreReader store) {
    hasSpans = !deleted.isEmpty() && DeletedSpan.isAnyIn(store);
    for (int from = 0; from < deleted.size(); from += KEYS_PER_READ_MAX) {
      int to = Math.min(deleted.size(), from + KEYS_PER_READ_MAX);
      remains.addAll(remains(store, deleted.subList(from, to)));
    }
  }

  private List<Remains> remains(StoreReader store, List<Entry> some) {
    List<Key> keys = some.stream().map(Entry::rowKey).toList();
    List<byte @Nullable []> rows = store.multiGet(Space.ROWS, keys);
    // What is stored, whatever has been deleted in spans.
    List<byte @Nullable []> stored = hasSpans ? store.asOf(0).multiGet(Space.ROWS, keys) : rows;
    List<Remains> remains = new ArrayList<>(some.size());
    for (int index = 0; index < some.size(); index++) {
      boolean isDeleted = some.get(index).isSupersededBy(rows.get(index));
      remains.add(isDeleted ? Remains.of(stored.get(index)) : Remains.NOTHING);
    }
    return remains;
  }

  /** Removes the entries found. Only {@code ROWS} may have changed since {@link #walkedAt}. */
  void remove(ExclusiveContext context, StoreReader store) {
    Set<Key> neverStored = new HashSet<>();
    for (int index = 0; index < deleted.size(); index++) {
      Entry entry = deleted.get(index);
      Remains left = remainsNow(context, store, entry, remains.get(index));
      if (left != Remains.NOTHING) {
        removeTombstone(context, entry.rowKey);
      }
      if (left == Remains.VALUE) {
        neverStored.add(entry.key);
      }
    }
    for (Entry entry : entries) {
      if (!neverStored.contains(entry.key)) {
        context.batch().delete(Space.HISTORY, entry.key.bytes());
      }
      context.changed(new VersionDelta(entry.rowKey, 0, 0, -1, -entry.bytes, 0));
      removedBytes += entry.bytes;
    }
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Returns the timestamp that was published before the step read anything. */
  long walkedAt() {
    return walkedAt;
  }

  /** Returns the start key of the next step; null if this was the last step. */
  @Nullable Key resume() {
    return resume;
  }

  public GarbageCollectionResult result() {
    return new GarbageCollectionResult(
        point, walked, entries.size(), removedTombstones, removedBytes);
  }

  private void add(Cursor history) {
    Key key = history.key();
    int rowKeyBytes = HistoryLayout.rowKeyBytes(key.length());
    Key rowKey = Key.wrap(Arrays.copyOf(key.bytes(), rowKeyBytes));
    Entry entry =
        new Entry(
            key,
            rowKey,
            HistoryLayout.supersededAt(history.valueAddress()),
            (long) key.length() + history.valueLength());
    entries.add(entry);
    if (HistoryLayout.supersededByTombstone(history.valueAddress())) {
      deleted.add(entry);
    }
  }

  private Remains remainsNow(
      ExclusiveContext context, StoreReader store, Entry entry, Remains before) {
    return before == Remains.NOTHING || context.isUnchangedSince(entry.rowKey, walkedAt)
        ? before
        : remains(store, List.of(entry)).getFirst();
  }

  private void removeTombstone(ExclusiveContext context, Key rowKey) {
    context.batch().delete(Space.ROWS, rowKey.bytes());
    context.touch(rowKey);
    int bytes = rowKey.length() + VersionHeader.BYTES;
    context.changed(new VersionDelta(rowKey, 0, 0, 0, -bytes, -1));
    removedTombstones++;
    removedBytes += bytes;
  }

  /**
   * Removable history entry.
   *
   * @param key key of the entry
   * @param rowKey key of its row
   * @param supersededAt timestamp at which the version was superseded
   * @param bytes bytes of the entry's key and value
   */
  private record Entry(Key key, Key rowKey, long supersededAt, long bytes) {

    /** Returns whether {@code row} is the tombstone that superseded this version. */
    boolean isSupersededBy(byte @Nullable [] row) {
      return row != null
          && VersionHeader.isTombstone(row)
          && VersionHeader.timestamp(row) == supersededAt;
    }
  }

  /** Remains in {@code ROWS} of a version that a delete superseded. */
  private enum Remains {
    NOTHING,

    /** The tombstone. */
    TOMBSTONE,

    /** A value that was deleted in a span: {@code HISTORY} has no entry of it. */
    VALUE;

    static Remains of(byte @Nullable [] stored) {
      if (stored == null) {
        return NOTHING;
      }
      return VersionHeader.isTombstone(stored) ? TOMBSTONE : VALUE;
    }
  }
}

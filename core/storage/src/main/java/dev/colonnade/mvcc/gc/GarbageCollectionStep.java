package dev.colonnade.mvcc.gc;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
   * Entries that a tombstone superseded; {@link #hasTombstone} states for each whether the
   * tombstone was still in {@code ROWS} when it was checked.
   */
  private final List<Entry> deleted = new ArrayList<>();

  private final List<Boolean> hasTombstone = new ArrayList<>();
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

  /** Checks which tombstones are still in {@code ROWS}. */
  void checkTombstones(StoreReader store) {
    for (int from = 0; from < deleted.size(); from += KEYS_PER_READ_MAX) {
      int to = Math.min(deleted.size(), from + KEYS_PER_READ_MAX);
      checkTombstones(store, deleted.subList(from, to));
    }
  }

  private void checkTombstones(StoreReader store, List<Entry> some) {
    List<byte @Nullable []> rows =
        store.multiGet(Space.ROWS, some.stream().map(Entry::rowKey).toList());
    for (int index = 0; index < some.size(); index++) {
      hasTombstone.add(some.get(index).isSupersededBy(rows.get(index)));
    }
  }

  /** Removes the entries found. Only {@code ROWS} may have changed since {@link #walkedAt}. */
  void remove(ExclusiveContext context, StoreReader store) {
    for (Entry entry : entries) {
      context.batch().delete(Space.HISTORY, entry.key.bytes());
      context.changed(new VersionDelta(entry.rowKey, 0, 0, -1, -entry.bytes, 0));
      removedBytes += entry.bytes;
    }
    for (int index = 0; index < deleted.size(); index++) {
      Entry entry = deleted.get(index);
      if (stillHasTombstone(context, store, entry, hasTombstone.get(index))) {
        removeTombstone(context, entry.rowKey);
      }
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

  private boolean stillHasTombstone(
      ExclusiveContext context, StoreReader store, Entry entry, boolean had) {
    if (context.isUnchangedSince(entry.rowKey, walkedAt)) {
      return had;
    }
    return had && entry.isSupersededBy(store.get(Space.ROWS, entry.rowKey));
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
}

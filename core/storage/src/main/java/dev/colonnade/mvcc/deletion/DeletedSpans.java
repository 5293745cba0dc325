package dev.colonnade.mvcc.deletion;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Immutable set of deleted spans, which may overlap. The borders of all spans divide the keys into
 * segments, each with the timestamps of the spans that contain it, and their lists of keys.
 */
public final class DeletedSpans {
  /** Maximum number of spans: every one makes the search of a segment longer. */
  public static final int COUNT_MAX = 1_000;

  /** Maximum bytes of the lists of all spans, which are in memory. */
  static final long LIST_BYTES_MAX = 32L << 20;

  /** Maximum number of spans with lists that overlap: each one is searched for a key. */
  static final int OVERLAPPING_LISTS_MAX = 8;

  /** Timestamp of what is not deleted. */
  static final long NEVER = 0;

  static final DeletedSpans NONE = new DeletedSpans(new TreeMap<>());

  /** The spans by the keys of their records. */
  private final NavigableMap<Key, DeletedSpan> all;

  /** First key of each segment, ascending; the first one is empty. */
  private final byte[][] starts;

  /** Timestamps of the spans that contain a segment, ascending. */
  private final long[][] timestamps;

  /** Lists of these spans, null for those without; null if none of them has a list. */
  private final @Nullable KeyList[] @Nullable [] lists;

  private final long listBytes;

  /** Number of segments before each one, and at the end of all, that any span contains. */
  private final int[] deletedBefore;

  private DeletedSpans(NavigableMap<Key, DeletedSpan> spans) {
    all = Collections.unmodifiableNavigableMap(spans);
    TreeMap<Key, List<DeletedSpan>> begins = new TreeMap<>();
    TreeMap<Key, List<DeletedSpan>> ends = new TreeMap<>();
    TreeSet<Key> borders = new TreeSet<>();
    borders.add(Key.EMPTY);
    long bytes = 0;
    for (DeletedSpan span : all.values()) {
      Key end = span.keys().end();
      begins.computeIfAbsent(span.first(), _ -> new ArrayList<>()).add(span);
      ends.computeIfAbsent(end, _ -> new ArrayList<>()).add(span);
      borders.add(span.first());
      borders.add(end);
      bytes += bytesOfList(span);
    }
    listBytes = bytes;
    starts = new byte[borders.size()][];
    timestamps = new long[borders.size()][];
    lists = new KeyList[borders.size()][];
    deletedBefore = new int[borders.size() + 1];
    NavigableMap<Key, DeletedSpan> open = new TreeMap<>(); // ascending timestamps
    int segment = 0;
    for (Key border : borders) {
      ends.getOrDefault(border, List.of()).forEach(span -> open.remove(span.recordKey()));
      begins.getOrDefault(border, List.of()).forEach(span -> open.put(span.recordKey(), span));
      starts[segment] = border.bytes();
      timestamps[segment] = open.values().stream().mapToLong(DeletedSpan::timestamp).toArray();
      lists[segment] = listsOf(open.values());
      deletedBefore[segment + 1] = deletedBefore[segment] + (open.isEmpty() ? 0 : 1);
      segment++;
    }
  }

  private static long bytesOfList(DeletedSpan span) {
    KeyList list = span.list();
    return list == null ? 0 : list.memoryBytes();
  }

  private static @Nullable KeyList @Nullable [] listsOf(Collection<DeletedSpan> spans) {
    return spans.stream().allMatch(span -> span.list() == null)
        ? null
        : spans.stream().map(DeletedSpan::list).toArray(KeyList[]::new);
  }

  /** Returns the spans that are recorded in a store, which shows all keys. */
  static DeletedSpans read(StoreReader store) {
    return NONE.with(DeletedSpan.readAll(store), Set.of());
  }

  /** Variant of {@link #read(StoreReader)} that decodes no record of a span in this set. */
  DeletedSpans readAgain(StoreReader store) {
    return NONE.with(DeletedSpan.readAll(store, all), Set.of());
  }

  /** Returns a set with some spans more, and without those of some records. */
  DeletedSpans with(Collection<DeletedSpan> added, Collection<Key> removedRecords) {
    NavigableMap<Key, DeletedSpan> spans = new TreeMap<>(all);
    removedRecords.forEach(spans::remove);
    added.forEach(span -> spans.put(span.recordKey(), span));
    return spans.isEmpty() ? NONE : new DeletedSpans(spans);
  }

  boolean isEmpty() {
    return all.isEmpty();
  }

  int count() {
    return all.size();
  }

  List<DeletedSpan> all() {
    return List.copyOf(all.values());
  }

  /**
   * Returns whether another span with a list of keys is admitted.
   *
   * @param bytes bytes of memory of the list
   */
  boolean mayAddList(KeySpan keys, long bytes) {
    long overlapping =
        all.values().stream()
            .filter(span -> span.list() != null && span.keys().overlaps(keys))
            .count();
    return all.size() < COUNT_MAX
        && overlapping < OVERLAPPING_LISTS_MAX
        && listBytes + bytes <= LIST_BYTES_MAX;
  }

  /** Returns whether any span may have a key of {@code keys}. */
  boolean mayOverlap(KeySpan keys) {
    int first = segmentOf(keys.start().bytes());
    int last = keys.end().isInfinity() ? starts.length - 1 : segmentOf(keys.end().bytes());
    return deletedBefore[last + 1] > deletedBefore[first];
  }

  /** Returns whether any span may have a key that {@code key} begins with and is longer than. */
  boolean mayHaveBeginningOf(byte[] key) {
    for (int length = key.length - 1; length > 0; length--) {
      if (isDeleted(segmentOf(key, length))) {
        return true;
      }
    }
    return false;
  }

  /** Returns the segment of a key. */
  int segmentOf(byte[] key) {
    return segmentOf(key, key.length);
  }

  private int segmentOf(byte[] key, int length) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      byte[] start = starts[middle];
      if (Arrays.compareUnsigned(start, 0, start.length, key, 0, length) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the segment of a key in native memory. */
  int segmentOf(long address, int length) {
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (NativeMemory.compareUnsigned(address, length, starts[middle]) >= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns whether a segment contains a key in native memory. */
  boolean contains(int segment, long address, int length) {
    return NativeMemory.compareUnsigned(address, length, starts[segment]) >= 0
        && (segment + 1 == starts.length
            || NativeMemory.compareUnsigned(address, length, starts[segment + 1]) < 0);
  }

  /** Returns whether any span contains the segment. */
  boolean isDeleted(int segment) {
    return timestamps[segment].length > 0;
  }

  /** Returns the first key of a segment. */
  byte[] start(int segment) {
    return starts[segment];
  }

  int segmentCount() {
    return starts.length;
  }

  /** Returns the lists of the spans that contain a segment; null if none of them has a list. */
  @Nullable KeyList @Nullable [] lists(int segment) {
    return lists[segment];
  }

  /** Returns the index of the first span of a segment with a timestamp above another one. */
  int firstAbove(int segment, long timestamp) {
    long[] deletes = timestamps[segment];
    int low = 0;
    int high = deletes.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (deletes[middle] <= timestamp) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the timestamp of a span of a segment; {@link #NEVER} behind the last one. */
  long timestamp(int segment, int index) {
    return index == timestamps[segment].length ? NEVER : timestamps[segment][index];
  }

  /** Returns whether a span has deleted a key, of whichever version. */
  boolean isDeleted(byte[] key) {
    int segment = segmentOf(key);
    return isDeleted(segment) && timestamp(segment, firstWith(segment, 0, key)) != NEVER;
  }

  /** Returns the index of the first span of a segment, from one on, that has deleted a key. */
  private int firstWith(int segment, int from, byte[] key) {
    @Nullable KeyList @Nullable [] ofSegment = lists[segment];
    int at = from;
    if (ofSegment != null) {
      while (at < ofSegment.length && !contains(ofSegment[at], key)) {
        at++;
      }
    }
    return at;
  }

  private static boolean contains(@Nullable KeyList list, byte[] key) {
    return list == null || list.contains(key);
  }

  /**
   * Returns when a value in {@code ROWS} was deleted: the earliest delete after its version; {@link
   * #NEVER} if it was not, or is itself a tombstone.
   */
  long deletedAt(Key key, byte[] value) {
    int segment = segmentOf(key.bytes());
    if (!isDeleted(segment)
        || value.length < VersionHeader.BYTES
        || VersionHeader.isTombstone(value)) {
      return NEVER;
    }
    int later = firstAbove(segment, VersionHeader.timestamp(value));
    return timestamp(segment, firstWith(segment, later, key.bytes()));
  }

  /**
   * Returns the value that readers at a timestamp see: a tombstone in place of a value that was
   * deleted by then.
   */
  byte @Nullable [] shown(Key key, byte @Nullable [] value, long readTimestamp) {
    long deletedAt = value == null ? NEVER : deletedAt(key, value);
    if (deletedAt == NEVER || deletedAt > readTimestamp) {
      return value;
    }
    byte[] tombstone = VersionHeader.tombstone();
    VersionHeader.setTimestamp(tombstone, deletedAt);
    return tombstone;
  }
}

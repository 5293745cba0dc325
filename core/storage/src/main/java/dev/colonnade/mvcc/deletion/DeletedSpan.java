package dev.colonnade.mvcc.deletion;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.FormatGuard;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Span of keys of which a commit has deleted all that had a value, or those of a list: each of
 * their versions with an earlier timestamp is superseded by a tombstone of that commit. Recorded in
 * {@code META}:
 *
 * <pre>
 *   key    "mvcc/deleted/" (ASCII), commit timestamp (i64 big-endian), number (i32 big-endian)
 *   value  length of the first key (i32 little-endian), first key, last key
 *          or, if there is a list: -1 (i32), {@link KeyList}
 * </pre>
 *
 * @param timestamp commit timestamp of the delete
 * @param number number of the span in its commit, from 0
 * @param first first key
 * @param last last key, inclusive
 * @param list keys that were deleted, from the first to the last one; null for all of the span
 */
public record DeletedSpan(long timestamp, int number, Key first, Key last, @Nullable KeyList list) {
  /** Beginning of the keys of all records. */
  public static final Key PREFIX = Key.wrap("mvcc/deleted/".getBytes(US_ASCII));

  /** Length of the first key in a record that has a list. */
  private static final int LISTED = -1;

  public DeletedSpan {
    requireNonNull(first, "first is null");
    requireNonNull(last, "last is null");
    if (timestamp <= 0 || number < 0 || first.compareTo(last) > 0) {
      throw new IllegalArgumentException(
          "no deleted span timestamp=%d number=%d first=%s last=%s"
              .formatted(timestamp, number, first, last));
    }
  }

  /** Creates a span of which all keys were deleted. */
  public DeletedSpan(long timestamp, int number, Key first, Key last) {
    this(timestamp, number, first, last, null);
  }

  /** Returns the span of the keys of a list, of which no others were deleted. */
  public static DeletedSpan of(long timestamp, int number, KeyList list) {
    return new DeletedSpan(timestamp, number, list.key(0), list.key(list.count() - 1), list);
  }

  /** Returns a search of deleted keys in the span. */
  public KeyList.Search search() {
    return new KeyList.Search(list);
  }

  /** Returns the span of the keys. */
  public KeySpan keys() {
    return new KeySpan(first, last.successor());
  }

  /** Adds the record to a batch, and the guard against versions that do not know it. */
  public void putTo(Batch batch) {
    FormatGuard.putTo(batch);
    batch.put(Space.META, recordKey().bytes(), recordValue());
  }

  /**
   * Adds the removal of the records of some spans to a batch, and that of the guard if the store
   * has no others.
   */
  public static void removeAll(Collection<DeletedSpan> spans, StoreReader store, Batch batch) {
    Set<Key> records = new HashSet<>();
    for (DeletedSpan span : spans) {
      records.add(span.recordKey());
      batch.delete(Space.META, span.recordKey().bytes());
    }
    if (records.containsAll(records(store))) {
      FormatGuard.deleteFrom(batch);
    }
  }

  /** Returns whether a store has any records. */
  public static boolean isAnyIn(StoreReader store) {
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(KeySpan.prefix(PREFIX)))) {
      boolean isAny = cursor.seekToFirst();
      cursor.checkStatus();
      return isAny;
    }
  }

  private static List<Key> records(StoreReader store) {
    List<Key> records = new ArrayList<>();
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(KeySpan.prefix(PREFIX)))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        records.add(cursor.key());
      }
      cursor.checkStatus();
    }
    return records;
  }

  Key recordKey() {
    return Key.wrap(
        ByteBuffer.allocate(PREFIX.length() + Long.BYTES + Integer.BYTES)
            .put(PREFIX.bytes())
            .putLong(timestamp)
            .putInt(number)
            .array());
  }

  private byte[] recordValue() {
    if (list != null) {
      ByteBuffer value =
          ByteBuffer.allocate(Integer.BYTES + list.encodedBytes())
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(LISTED);
      list.encode(value);
      return value.array();
    }
    return ByteBuffer.allocate(Integer.BYTES + first.length() + last.length())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(first.length())
        .put(first.bytes())
        .put(last.bytes())
        .array();
  }

  /** Returns the spans that are recorded in a store. */
  public static List<DeletedSpan> readAll(StoreReader store) {
    return readAll(store, Map.of());
  }

  /**
   * Variant of {@link #readAll(StoreReader)} that decodes no record twice.
   *
   * @param known spans by the keys of their records
   */
  static List<DeletedSpan> readAll(StoreReader store, Map<Key, DeletedSpan> known) {
    List<DeletedSpan> spans = new ArrayList<>();
    KeySpan records = KeySpan.prefix(PREFIX);
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(records))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        DeletedSpan span = known.get(cursor.key());
        spans.add(span == null ? decode(cursor.key(), cursor.value()) : span);
      }
      cursor.checkStatus();
    }
    return spans;
  }

  /** Returns the span of a record. */
  public static DeletedSpan decode(Key key, byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    boolean isComplete =
        key.length() == PREFIX.length() + Long.BYTES + Integer.BYTES
            && value.length >= Integer.BYTES;
    int firstLength = isComplete ? bytes.getInt() : 0;
    if (!isComplete || firstLength < LISTED || firstLength > bytes.remaining()) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "record of a deleted span is damaged key=%s bytes=%d".formatted(key, value.length));
    }
    ByteBuffer id = ByteBuffer.wrap(key.bytes());
    long timestamp = id.getLong(PREFIX.length());
    int number = id.getInt(PREFIX.length() + Long.BYTES);
    if (firstLength == LISTED) {
      return of(timestamp, number, KeyList.decode(bytes));
    }
    byte[] first = new byte[firstLength];
    bytes.get(first);
    byte[] last = new byte[bytes.remaining()];
    bytes.get(last);
    return new DeletedSpan(timestamp, number, Key.wrap(first), Key.wrap(last));
  }
}

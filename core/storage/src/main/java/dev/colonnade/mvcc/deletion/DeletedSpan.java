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

/**
 * Span of keys of which a commit has deleted all that had a value: each of their versions with an
 * earlier timestamp is superseded by a tombstone of that commit. Recorded in {@code META}:
 *
 * <pre>
 *   key    "mvcc/deleted/" (ASCII), commit timestamp (i64 big-endian), number (i32 big-endian)
 *   value  length of the first key (i32 little-endian), first key, last key
 * </pre>
 *
 * @param timestamp commit timestamp of the delete
 * @param number number of the span in its commit, from 0
 * @param first first key
 * @param last last key, inclusive
 */
public record DeletedSpan(long timestamp, int number, Key first, Key last) {
  /** Beginning of the keys of all records. */
  public static final Key PREFIX = Key.wrap("mvcc/deleted/".getBytes(US_ASCII));

  public DeletedSpan {
    requireNonNull(first, "first is null");
    requireNonNull(last, "last is null");
    if (timestamp <= 0 || number < 0 || first.compareTo(last) > 0) {
      throw new IllegalArgumentException(
          "no deleted span timestamp=%d number=%d first=%s last=%s"
              .formatted(timestamp, number, first, last));
    }
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
    spans.forEach(span -> batch.delete(Space.META, span.recordKey().bytes()));
    if (new HashSet<>(spans).containsAll(readAll(store))) {
      FormatGuard.deleteFrom(batch);
    }
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
    return ByteBuffer.allocate(Integer.BYTES + first.length() + last.length())
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(first.length())
        .put(first.bytes())
        .put(last.bytes())
        .array();
  }

  /** Returns the spans that are recorded in a store. */
  public static List<DeletedSpan> readAll(StoreReader store) {
    List<DeletedSpan> spans = new ArrayList<>();
    KeySpan records = KeySpan.prefix(PREFIX);
    try (Cursor cursor = store.cursor(Space.META, CursorOptions.over(records))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        spans.add(decode(cursor.key(), cursor.value()));
      }
      cursor.checkStatus();
    }
    return spans;
  }

  /** Returns the span of a record. */
  public static DeletedSpan decode(Key key, byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    if (key.length() != PREFIX.length() + Long.BYTES + Integer.BYTES
        || value.length < Integer.BYTES
        || bytes.getInt(0) < 0
        || bytes.getInt(0) > value.length - Integer.BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "record of a deleted span is damaged key=%s bytes=%d".formatted(key, value.length));
    }
    byte[] first = new byte[bytes.getInt()];
    bytes.get(first);
    byte[] last = new byte[bytes.remaining()];
    bytes.get(last);
    ByteBuffer id = ByteBuffer.wrap(key.bytes());
    return new DeletedSpan(
        id.getLong(PREFIX.length()),
        id.getInt(PREFIX.length() + Long.BYTES),
        Key.wrap(first),
        Key.wrap(last));
  }
}

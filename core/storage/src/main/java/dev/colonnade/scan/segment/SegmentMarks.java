package dev.colonnade.scan.segment;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

/**
 * Records of segments in {@code META}.
 *
 * <pre>
 *   key                                   value
 *   segment/changed/ and number, i64 BE   empty: a commit has changed a row of the segment
 *   segment/published                     timestamp of the last commit that has written such marks
 * </pre>
 *
 * <p>A mark is in the batch of the commit that it belongs to: if the change survives a crash, so
 * does the mark. Segments are valid only if the second record equals that of the last commit. If it
 * does not, an engine that does not write marks has changed the store: an earlier version, or one
 * without segments.
 */
public final class SegmentMarks {
  private static final byte[] CHANGED = "segment/changed/".getBytes(US_ASCII);
  private static final Key PUBLISHED = Key.wrap("segment/published".getBytes(US_ASCII));
  private static final byte[] EMPTY = {};

  private SegmentMarks() {}

  private static byte[] key(long number) {
    byte[] key = Arrays.copyOf(CHANGED, CHANGED.length + Long.BYTES);
    ByteBuffer.wrap(key).putLong(CHANGED.length, number);
    return key;
  }

  /** Adds the mark of a segment to a batch. */
  public static void put(Batch batch, long number) {
    batch.put(Space.META, key(number), EMPTY);
  }

  static void delete(Batch batch, long number) {
    batch.delete(Space.META, key(number));
  }

  /** Adds the record of the timestamp of a commit whose marks are in the batch, or needs none. */
  public static void putPublished(Batch batch, long timestamp) {
    TimestampRecords.put(batch, PUBLISHED, timestamp);
  }

  /** Returns whether the last commit in a store was one that writes marks. */
  static boolean areComplete(StoreReader store) {
    long last = TimestampRecords.read(store, TimestampRecords.PUBLISHED);
    return last > 0 && last == TimestampRecords.read(store, PUBLISHED);
  }

  /** Returns the numbers of all marked segments. */
  static Set<Long> read(StoreReader store) {
    Set<Long> numbers = new TreeSet<>();
    CursorOptions options = CursorOptions.over(KeySpan.prefix(Key.wrap(CHANGED)));
    try (Cursor cursor = store.cursor(Space.META, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        byte[] key = cursor.key().bytes();
        if (key.length == CHANGED.length + Long.BYTES) {
          numbers.add(ByteBuffer.wrap(key).getLong(CHANGED.length));
        }
      }
      cursor.checkStatus();
    }
    return numbers;
  }
}

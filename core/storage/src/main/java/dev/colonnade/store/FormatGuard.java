package dev.colonnade.store;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.key.Key;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Record in {@code META} that prevents versions from opening a store which they would misread. It
 * is written with what needs it, and removed with the last of that; a log of batches and a backup
 * contain it.
 *
 * <p>Every version reads the limits of the ranges of all tables when it opens a store, and refuses
 * those in a format above 1 with STORE_FORMAT_TOO_NEW. So the record has a key among them, that of
 * a table which cannot exist, and format 2:
 *
 * <pre>
 *   key    "split/limits/" (ASCII), -1 (i32 big-endian)
 *   value  format = 2 (u8), name of what the store contains (ASCII)
 * </pre>
 */
public final class FormatGuard {
  /** Key of the record. */
  public static final Key KEY =
      Key.wrap(
          ByteBuffer.allocate("split/limits/".length() + Integer.BYTES)
              .put("split/limits/".getBytes(US_ASCII))
              .putInt(-1)
              .array());

  private static final byte[] VALUE = "\u0002deleted spans and keys".getBytes(US_ASCII);

  /** Value of versions that did not have lists of keys in their spans. */
  private static final byte[] SPANS_ONLY = "\u0002deleted spans".getBytes(US_ASCII);

  private FormatGuard() {}

  /** Adds the record to a batch that writes deleted spans. */
  public static void putTo(Batch batch) {
    batch.put(Space.META, KEY.bytes(), VALUE);
  }

  /** Adds the removal of the record to a batch that removes the last deleted spans. */
  public static void deleteFrom(Batch batch) {
    batch.delete(Space.META, KEY.bytes());
  }

  /** Returns whether a record names nothing but what this version can read. */
  public static boolean isKnown(byte[] value) {
    return Arrays.equals(value, VALUE) || Arrays.equals(value, SPANS_ONLY);
  }
}

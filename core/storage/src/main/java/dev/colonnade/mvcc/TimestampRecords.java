package dev.colonnade.mvcc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Timestamp records in {@code META}: each is one timestamp, 8 bytes, little-endian.
 *
 * <pre>
 *   key (ASCII)      value
 *   mvcc/published   the commit timestamp below which everything is complete
 *   mvcc/horizon     versions superseded at or before this may have been collected
 * </pre>
 */
public final class TimestampRecords {
  /** Key of the last commit's timestamp. */
  public static final Key PUBLISHED = Key.wrap("mvcc/published".getBytes(US_ASCII));

  /** Key of the garbage collection horizon. */
  public static final Key HORIZON = Key.wrap("mvcc/horizon".getBytes(US_ASCII));

  private TimestampRecords() {}

  /** Returns the timestamp stored under {@code key}; 0 if there is none yet. */
  public static long read(StoreReader reader, Key key) {
    byte[] value = reader.get(Space.META, key);
    if (value == null) {
      return 0;
    }
    if (value.length != Long.BYTES) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "timestamp record of wrong size key=%s bytes=%d".formatted(key, value.length));
    }
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  /** Adds a put of {@code timestamp} under {@code key} to {@code batch}. */
  public static void put(Batch batch, Key key, long timestamp) {
    byte[] value = new byte[Long.BYTES];
    ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).putLong(timestamp);
    batch.put(Space.META, key.bytes(), value);
  }
}

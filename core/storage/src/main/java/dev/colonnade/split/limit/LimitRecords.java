package dev.colonnade.split.limit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.FormatGuard;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Codec and layout of the range limits of tables in {@code META}. Integers in values are
 * little-endian, the id in keys is big-endian.
 *
 * <pre>
 *   key: split/limits/ table id u32
 *
 *   value  0      1        9        17           25                 33
 *          +------+--------+--------+------------+--------------------+
 *          |format|maxBytes|minBytes|hardMaxBytes|requestsPerSecondMax|
 *          | u8=1 | i64    | i64    | i64        | f64                |
 *          +------+--------+--------+------------+--------------------+
 * </pre>
 */
public final class LimitRecords {
  static final byte FORMAT = 1;
  static final int VALUE_BYTES = 33;

  private static final Key PREFIX = Key.wrap("split/limits/".getBytes(US_ASCII));

  private LimitRecords() {}

  /** Reads the limits of all tables that have limits of their own, by table id. */
  public static Map<Integer, RangeLimits> read(StoreReader reader) {
    Map<Integer, RangeLimits> limits = new HashMap<>();
    CursorOptions options = CursorOptions.over(KeySpan.prefix(PREFIX));
    try (Cursor cursor = reader.cursor(Space.META, options)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        if (!isGuard(cursor.key(), cursor.value())) {
          limits.put(tableId(cursor.key()), decode(cursor.value()));
        }
      }
      cursor.checkStatus();
    }
    return limits;
  }

  /** Returns whether a record is the {@link FormatGuard} of what this version can read. */
  private static boolean isGuard(Key key, byte[] value) {
    return key.equals(FormatGuard.KEY) && FormatGuard.isKnown(value);
  }

  /** Returns the key of the limits of a table. */
  public static Key key(int tableId) {
    byte[] key = Arrays.copyOf(PREFIX.bytes(), PREFIX.length() + Integer.BYTES);
    ByteBuffer.wrap(key).putInt(PREFIX.length(), tableId);
    return Key.wrap(key);
  }

  public static byte[] encode(RangeLimits limits) {
    return ByteBuffer.allocate(VALUE_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(FORMAT)
        .putLong(limits.maxBytes())
        .putLong(limits.minBytes())
        .putLong(limits.hardMaxBytes())
        .putDouble(limits.requestsPerSecondMax())
        .array();
  }

  static RangeLimits decode(byte[] value) {
    try {
      ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
      if (in.get() != FORMAT) {
        throw new ColonnadeException(
            ErrorCode.STORE_FORMAT_TOO_NEW,
            "limits of ranges of an unknown format expected=%d found=%d"
                .formatted(FORMAT, value[0]));
      }
      RangeLimits limits =
          new RangeLimits(in.getLong(), in.getLong(), in.getLong(), in.getDouble());
      if (in.hasRemaining()) {
        throw corrupt(value.length, new IllegalArgumentException("too long"));
      }
      return limits;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw corrupt(value.length, e);
    }
  }

  private static int tableId(Key key) {
    if (key.length() != PREFIX.length() + Integer.BYTES) {
      throw corrupt(key.length(), new IllegalArgumentException("key of another form"));
    }
    return ByteBuffer.wrap(key.bytes()).getInt(PREFIX.length());
  }

  private static ColonnadeException corrupt(int bytes, RuntimeException cause) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "limits of ranges cannot be read bytes=" + bytes, cause);
  }
}

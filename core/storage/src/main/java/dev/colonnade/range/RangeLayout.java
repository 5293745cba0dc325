package dev.colonnade.range;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.statistics.RangeStatistics;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Byte layout of the range records in {@code META}. Integers in values are little-endian, the id in
 * keys is big-endian.
 *
 * <pre>
 *   key (ASCII, then bytes)           value
 *   range/descriptor/ id u64          descriptor
 *   range/statistics/ id u64          statistics
 *   range/next-id                     u64: the id of the next new range
 *
 *   descriptor  0      1      2          10           14       14+s         18+s
 *               +------+------+----------+------------+--...---+------------+--...---+
 *               |format|flags |generation|start length| start  | end length | end    |
 *               | u8=1 | u8   | i64      | u32        |        | u32        |        |
 *               +------+------+----------+------------+--...---+------------+--...---+
 *               flags bit 0: the range has no end; end length is 0
 *
 *   statistics  0      1        9             17        25              33           41         49
 *               +------+--------+-------------+---------+---------------+------------+----------+
 *               |format|liveRows|liveKeyValues|liveBytes|historyVersions|historyBytes|tombstones|
 *               | u8=1 | i64    | i64         | i64     | i64           | i64        | i64      |
 *               +------+--------+-------------+---------+---------------+------------+----------+
 * </pre>
 */
public final class RangeLayout {
  /** Key prefix of descriptors. */
  public static final Key DESCRIPTOR_PREFIX = Key.wrap("range/descriptor/".getBytes(US_ASCII));

  /** Key prefix of statistics. */
  public static final Key STATISTICS_PREFIX = Key.wrap("range/statistics/".getBytes(US_ASCII));

  /** Key of the record with the next range id. */
  public static final Key NEXT_ID = Key.wrap("range/next-id".getBytes(US_ASCII));

  static final byte FORMAT = 1;
  static final byte FLAG_END_OPEN = 0x01;
  static final int DESCRIPTOR_FIXED_BYTES = 18;
  static final int STATISTICS_BYTES = 49;

  private RangeLayout() {}

  static Key descriptorKey(long id) {
    return withId(DESCRIPTOR_PREFIX, id);
  }

  static Key statisticsKey(long id) {
    return withId(STATISTICS_PREFIX, id);
  }

  /** Returns the id in the key of a descriptor or of statistics. */
  public static long id(Key key, Key prefix) {
    if (!key.startsWith(prefix) || key.length() != prefix.length() + Long.BYTES) {
      throw corrupt("malformed key of a range record key=" + key);
    }
    return ByteBuffer.wrap(key.bytes()).getLong(prefix.length());
  }

  static byte[] encode(RangeDescriptor descriptor) {
    KeySpan span = descriptor.span();
    boolean isOpen = span.end().isInfinity();
    byte[] start = span.start().bytes();
    byte[] end = isOpen ? new byte[0] : span.end().bytes();
    return buffer(DESCRIPTOR_FIXED_BYTES + start.length + end.length)
        .put(FORMAT)
        .put(isOpen ? FLAG_END_OPEN : 0)
        .putLong(descriptor.generation())
        .putInt(start.length)
        .put(start)
        .putInt(end.length)
        .put(end)
        .array();
  }

  static RangeDescriptor decodeDescriptor(long id, byte[] value) {
    try {
      ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
      requireFormat(in.get());
      boolean isOpen = (in.get() & FLAG_END_OPEN) != 0;
      long generation = in.getLong();
      Key start = readKey(in);
      Key endKey = readKey(in);
      Key end = isOpen ? Key.INFINITY : endKey;
      requireEnd(in);
      if (start.compareTo(end) > 0) {
        throw corrupt("range reversed id=%d start=%s end=%s".formatted(id, start, end));
      }
      return new RangeDescriptor(id, new KeySpan(start, end), generation);
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw corrupt("descriptor cannot be read id=%d bytes=%d".formatted(id, value.length), e);
    }
  }

  static byte[] encode(RangeStatistics statistics) {
    return buffer(STATISTICS_BYTES)
        .put(FORMAT)
        .putLong(statistics.liveRows())
        .putLong(statistics.liveKeyValues())
        .putLong(statistics.liveBytes())
        .putLong(statistics.historyVersions())
        .putLong(statistics.historyBytes())
        .putLong(statistics.tombstones())
        .array();
  }

  static RangeStatistics decodeStatistics(long id, byte[] value) {
    try {
      ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
      requireFormat(in.get());
      RangeStatistics statistics =
          new RangeStatistics(
              in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong(), in.getLong());
      requireEnd(in);
      return statistics;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      throw corrupt("statistics cannot be read id=%d bytes=%d".formatted(id, value.length), e);
    }
  }

  static byte[] encodeId(long id) {
    return buffer(Long.BYTES).putLong(id).array();
  }

  static long decodeId(byte[] value) {
    if (value.length != Long.BYTES) {
      throw corrupt("next range id of wrong size bytes=" + value.length);
    }
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong();
  }

  private static Key withId(Key prefix, long id) {
    byte[] key = Arrays.copyOf(prefix.bytes(), prefix.length() + Long.BYTES);
    ByteBuffer.wrap(key).putLong(prefix.length(), id);
    return Key.wrap(key);
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static Key readKey(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return Key.wrap(bytes);
  }

  private static void requireFormat(byte format) {
    if (format != FORMAT) {
      throw corrupt("range record of unknown format format=%d known=%d".formatted(format, FORMAT));
    }
  }

  private static void requireEnd(ByteBuffer in) {
    if (in.hasRemaining()) {
      throw corrupt("range record with bytes left over remaining=" + in.remaining());
    }
  }

  private static ColonnadeException corrupt(String message) {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, message);
  }

  private static ColonnadeException corrupt(String message, RuntimeException cause) {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, message, cause);
  }
}

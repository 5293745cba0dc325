package dev.colonnade.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serialization of ranges and multiranges; all numbers are big-endian.
 *
 * <pre>
 * range       flags (1)  then for each bound that there is: its length (4), its bytes
 * multirange  count of ranges (4)  then each range
 *
 * flags       0 empty   1, 2 a lower and an upper bound   3, 4 they are inclusive
 * </pre>
 */
final class RangeCodec {
  private static final int EMPTY = 1;
  private static final int LOWER = 1 << 1;
  private static final int UPPER = 1 << 2;
  private static final int LOWER_INCLUSIVE = 1 << 3;
  private static final int UPPER_INCLUSIVE = 1 << 4;

  private RangeCodec() {}

  static byte[] encode(ColumnType bound, RangeValue range) {
    byte[] lower = bytesOf(bound, range.lower());
    byte[] upper = bytesOf(bound, range.upper());
    ByteBuffer out = ByteBuffer.allocate(1 + length(lower) + length(upper)).put(flags(range));
    put(out, lower);
    put(out, upper);
    return out.array();
  }

  private static byte @Nullable [] bytesOf(ColumnType type, @Nullable Object value) {
    return value == null ? null : PackedCodec.bytesOf(type, value);
  }

  private static int length(byte @Nullable [] bytes) {
    return bytes == null ? 0 : Integer.BYTES + bytes.length;
  }

  private static byte flags(RangeValue range) {
    return (byte)
        ((range.isEmpty() ? EMPTY : 0)
            | (range.lower() == null ? 0 : LOWER)
            | (range.upper() == null ? 0 : UPPER)
            | (range.isLowerInclusive() ? LOWER_INCLUSIVE : 0)
            | (range.isUpperInclusive() ? UPPER_INCLUSIVE : 0));
  }

  private static void put(ByteBuffer out, byte @Nullable [] bytes) {
    if (bytes != null) {
      out.putInt(bytes.length).put(bytes);
    }
  }

  static byte[] encode(ColumnType bound, MultirangeValue set) {
    List<byte[]> parts = new ArrayList<>();
    int length = Integer.BYTES;
    for (RangeValue range : set.ranges()) {
      byte[] part = encode(bound, range);
      parts.add(part);
      length += part.length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).putInt(parts.size());
    parts.forEach(out::put);
    return out.array();
  }

  static RangeValue decode(ColumnType bound, ByteBuffer in) {
    RangeValue range = next(bound, in);
    if (in.hasRemaining()) {
      throw corrupt(bound, "remaining=" + in.remaining());
    }
    return range;
  }

  static MultirangeValue decodeSet(ColumnType bound, ByteBuffer in) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw corrupt(bound, "count=" + count);
    }
    List<RangeValue> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add(next(bound, in));
    }
    if (in.hasRemaining()) {
      throw corrupt(bound, "remaining=" + in.remaining());
    }
    return new MultirangeValue(ranges);
  }

  private static RangeValue next(ColumnType bound, ByteBuffer in) {
    int flags = in.get();
    Object lower = (flags & LOWER) == 0 ? null : nextBound(bound, in);
    Object upper = (flags & UPPER) == 0 ? null : nextBound(bound, in);
    try {
      RangeValue range =
          new RangeValue(
              lower,
              upper,
              (flags & LOWER_INCLUSIVE) != 0,
              (flags & UPPER_INCLUSIVE) != 0,
              (flags & EMPTY) != 0);
      if (flags(range) == flags) {
        return range;
      }
    } catch (IllegalArgumentException e) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "stored range is damaged: flags=" + flags, e);
    }
    throw corrupt(bound, "flags=" + flags);
  }

  private static Object nextBound(ColumnType bound, ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw corrupt(bound, "length=" + length);
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return PackedCodec.valueOf(bound, bytes);
  }

  private static ColonnadeException corrupt(ColumnType bound, String problem) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "stored range is damaged: bound=" + bound + " " + problem);
  }
}

package dev.colonnade.type.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
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
public final class RangeCodec {
  private static final int EMPTY = 1;
  private static final int LOWER = 1 << 1;
  private static final int UPPER = 1 << 2;
  private static final int LOWER_INCLUSIVE = 1 << 3;
  private static final int UPPER_INCLUSIVE = 1 << 4;

  private RangeCodec() {}

  /**
   * Returns the bytes of a range.
   *
   * @param bound encoder of bounds
   */
  public static byte[] encode(RangeValue range, Function<Object, byte[]> bound) {
    byte[] lower = bytesOf(range.lower(), bound);
    byte[] upper = bytesOf(range.upper(), bound);
    ByteBuffer out = ByteBuffer.allocate(1 + length(lower) + length(upper)).put(flags(range));
    put(out, lower);
    put(out, upper);
    return out.array();
  }

  private static byte @Nullable [] bytesOf(@Nullable Object value, Function<Object, byte[]> bound) {
    return value == null ? null : bound.apply(value);
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

  /** Returns the bytes of a multirange. */
  public static byte[] encode(MultirangeValue set, Function<Object, byte[]> bound) {
    List<byte[]> parts = new ArrayList<>();
    int length = Integer.BYTES;
    for (RangeValue range : set.ranges()) {
      InterruptionPoint.check(parts.size());
      byte[] part = encode(range, bound);
      parts.add(part);
      length += part.length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).putInt(parts.size());
    parts.forEach(out::put);
    return out.array();
  }

  /**
   * Returns the range of all bytes; STORE_CORRUPT if they are none.
   *
   * @param bound decoder of bounds
   */
  public static RangeValue decode(ByteBuffer in, Function<byte[], Object> bound) {
    RangeValue range = next(in, bound);
    if (in.hasRemaining()) {
      throw corrupt("remaining=" + in.remaining());
    }
    return range;
  }

  /** Returns the multirange of all bytes; STORE_CORRUPT if they are none. */
  public static MultirangeValue decodeSet(ByteBuffer in, Function<byte[], Object> bound) {
    int count = in.getInt();
    if (count < 0 || count > in.remaining()) {
      throw corrupt("count=" + count);
    }
    List<RangeValue> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      ranges.add(next(in, bound));
    }
    if (in.hasRemaining()) {
      throw corrupt("remaining=" + in.remaining());
    }
    return new MultirangeValue(ranges);
  }

  private static RangeValue next(ByteBuffer in, Function<byte[], Object> bound) {
    int flags = in.get();
    Object lower = (flags & LOWER) == 0 ? null : nextBound(in, bound);
    Object upper = (flags & UPPER) == 0 ? null : nextBound(in, bound);
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
    throw corrupt("flags=" + flags);
  }

  private static Object nextBound(ByteBuffer in, Function<byte[], Object> bound) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw corrupt("length=" + length);
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bound.apply(bytes);
  }

  private static ColonnadeException corrupt(String problem) {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, "stored range is damaged: " + problem);
  }
}

package dev.colonnade.sql.execute.spill.format;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.Interval;
import dev.colonnade.type.base.BaseType;
import dev.colonnade.type.encoding.Utf8;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Decoder of the values that {@link SpillValueEncoder} encoded, one after the other. */
final class SpillValueDecoder {
  private final byte[] bytes;
  private int at;

  SpillValueDecoder(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns the next value; null is NULL. */
  @Nullable Object next() {
    int tag = bytes[at++];
    return switch (tag) {
      case SpillValueEncoder.NULL -> null;
      case SpillValueEncoder.FALSE -> false;
      case SpillValueEncoder.TRUE -> true;
      case SpillValueEncoder.SHORT -> (short) nextInt();
      case SpillValueEncoder.INT -> nextInt();
      case SpillValueEncoder.LONG -> nextLong();
      case SpillValueEncoder.FLOAT -> Float.intBitsToFloat(nextInt());
      case SpillValueEncoder.DOUBLE -> Double.longBitsToDouble(nextLong());
      case SpillValueEncoder.DECIMAL -> nextDecimal();
      case SpillValueEncoder.LARGE_DECIMAL -> nextLargeDecimal();
      case SpillValueEncoder.TEXT -> nextText();
      case SpillValueEncoder.BINARY -> Bytes.of(nextBytes());
      case SpillValueEncoder.UUID_VALUE -> nextUuid();
      case SpillValueEncoder.INTERVAL -> nextInterval();
      case SpillValueEncoder.TIME_WITH_ZONE -> nextTimeWithZone();
      case SpillValueEncoder.BASE -> BaseType.ofCode(nextInt()).decode(nextBytes());
      case SpillValueEncoder.ARRAY -> nextArray();
      case SpillValueEncoder.ZERO_BASED_ARRAY -> new ZeroBasedArray(nextArray());
      case SpillValueEncoder.SHAPED_ARRAY -> nextShapedArray();
      case SpillValueEncoder.RANGE -> nextRange();
      case SpillValueEncoder.MULTIRANGE -> nextMultirange();
      default ->
          throw new ColonnadeException(
              ErrorCode.STORE_CORRUPT, "temporary file is damaged: tag=" + tag);
    };
  }

  private int nextInt() {
    int value = ByteSink.intAt(bytes, at);
    at += Integer.BYTES;
    return value;
  }

  private long nextLong() {
    long value = ByteSink.longAt(bytes, at);
    at += Long.BYTES;
    return value;
  }

  private byte[] nextBytes() {
    int length = nextInt();
    byte[] copy = Arrays.copyOfRange(bytes, at, at + length);
    at += length;
    return copy;
  }

  private String nextText() {
    int length = nextInt();
    String text = Utf8.decode(bytes, at, length);
    at += length;
    return text;
  }

  private BigDecimal nextDecimal() {
    int scale = nextInt();
    return BigDecimal.valueOf(nextLong(), scale);
  }

  private BigDecimal nextLargeDecimal() {
    int scale = nextInt();
    return new BigDecimal(new BigInteger(nextBytes()), scale);
  }

  private UUID nextUuid() {
    long first = nextLong();
    return new UUID(first, nextLong());
  }

  private Interval nextInterval() {
    int months = nextInt();
    int days = nextInt();
    return new Interval(months, days, nextLong());
  }

  private RangeValue nextRange() {
    boolean isEmpty = Boolean.TRUE.equals(next());
    boolean isLowerInclusive = Boolean.TRUE.equals(next());
    boolean isUpperInclusive = Boolean.TRUE.equals(next());
    Object lower = next();
    return new RangeValue(lower, next(), isLowerInclusive, isUpperInclusive, isEmpty);
  }

  private MultirangeValue nextMultirange() {
    int count = nextInt();
    List<RangeValue> ranges = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ranges.add((RangeValue) requireNonNull(next(), "range is null"));
    }
    return new MultirangeValue(ranges);
  }

  private List<@Nullable Object> nextShapedArray() {
    int dimensions = nextInt();
    int[] lengths = new int[dimensions];
    int[] lowerBounds = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      lengths[i] = nextInt();
      lowerBounds[i] = nextInt();
    }
    return ArrayValue.of(ArrayShape.of(lengths, lowerBounds), nextArray());
  }

  private TimeWithZone nextTimeWithZone() {
    int offsetSeconds = nextInt();
    return new TimeWithZone(nextLong(), offsetSeconds);
  }

  private List<@Nullable Object> nextArray() {
    int size = nextInt();
    List<@Nullable Object> elements = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      elements.add(next());
    }
    return Collections.unmodifiableList(elements);
  }
}

package dev.colonnade.sql.execute.spill.format;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.array.ZeroBasedArray;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.Interval;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.encoding.Utf8;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of values in their internal representation: a tag, then the content as it is, so that the
 * scale of a NUMERIC and the fields of an INTERVAL remain.
 */
final class SpillValueEncoder {
  static final int NULL = 0;
  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int SHORT = 3;
  static final int INT = 4;
  static final int LONG = 5;
  static final int FLOAT = 6;
  static final int DOUBLE = 7;
  static final int DECIMAL = 8;
  static final int LARGE_DECIMAL = 9;
  static final int TEXT = 10;
  static final int BINARY = 11;
  static final int UUID_VALUE = 12;
  static final int INTERVAL = 13;
  static final int ARRAY = 14;
  static final int ZERO_BASED_ARRAY = 15;
  static final int SHAPED_ARRAY = 16;
  static final int RANGE = 17;
  static final int MULTIRANGE = 18;
  static final int BASE = 20;
  static final int TIME_WITH_ZONE = 19;

  private static final int LONG_DIGITS_MAX = 18;

  private SpillValueEncoder() {}

  /** Adds a value to {@code out}; null is NULL. */
  static void put(@Nullable Object value, ByteSink out) {
    switch (value) {
      case null -> out.putByte(NULL);
      case Boolean truth -> out.putByte(truth ? TRUE : FALSE);
      case Short number -> putInt(SHORT, number, out);
      case Integer number -> putInt(INT, number, out);
      case Long number -> putLong(LONG, number, out);
      case Float number -> putInt(FLOAT, Float.floatToRawIntBits(number), out);
      case Double number -> putLong(DOUBLE, Double.doubleToRawLongBits(number), out);
      case BigDecimal number -> putDecimal(number, out);
      case String text -> putBytes(TEXT, Utf8.bytesOf(text), out);
      case Bytes bytes -> putBytes(BINARY, bytes.toArray(), out);
      case UUID id -> {
        putLong(UUID_VALUE, id.getMostSignificantBits(), out);
        out.putLong(id.getLeastSignificantBits());
      }
      case Interval interval -> {
        putInt(INTERVAL, interval.months(), out);
        out.putInt(interval.days());
        out.putLong(interval.micros());
      }
      case TimeWithZone time -> {
        putInt(TIME_WITH_ZONE, time.offsetSeconds(), out);
        out.putLong(time.micros());
      }
      case BaseValue base -> {
        putInt(BASE, base.type().code(), out);
        byte[] bytes = base.toBytes();
        out.putInt(bytes.length);
        out.putBytes(bytes, 0, bytes.length);
      }
      case List<?> array -> putArray(array, out);
      case RangeValue range -> putRange(range, out);
      case MultirangeValue set -> {
        putInt(MULTIRANGE, set.ranges().size(), out);
        set.ranges().forEach(range -> putRange(range, out));
      }
      default ->
          throw new ColonnadeException(
              ErrorCode.INTERNAL,
              "value cannot be written to a temporary file: class=" + value.getClass());
    }
  }

  private static void putInt(int tag, int value, ByteSink out) {
    out.putByte(tag);
    out.putInt(value);
  }

  private static void putLong(int tag, long value, ByteSink out) {
    out.putByte(tag);
    out.putLong(value);
  }

  private static void putBytes(int tag, byte[] bytes, ByteSink out) {
    putInt(tag, bytes.length, out);
    out.putBytes(bytes, 0, bytes.length);
  }

  private static void putDecimal(BigDecimal number, ByteSink out) {
    if (number.precision() <= LONG_DIGITS_MAX) {
      putInt(DECIMAL, number.scale(), out);
      out.putLong(number.unscaledValue().longValue());
    } else {
      putInt(LARGE_DECIMAL, number.scale(), out);
      byte[] units = number.unscaledValue().toByteArray();
      out.putInt(units.length);
      out.putBytes(units, 0, units.length);
    }
  }

  private static void putRange(RangeValue range, ByteSink out) {
    out.putByte(RANGE);
    put(range.isEmpty(), out);
    put(range.isLowerInclusive(), out);
    put(range.isUpperInclusive(), out);
    put(range.lower(), out);
    put(range.upper(), out);
  }

  private static void putArray(List<?> array, ByteSink out) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    if (array instanceof ZeroBasedArray) {
      out.putByte(ZERO_BASED_ARRAY);
    } else if (!shape.isPlain()) {
      putInt(SHAPED_ARRAY, shape.dimensions(), out);
      for (int i = 0; i < shape.dimensions(); i++) {
        out.putInt(shape.length(i));
        out.putInt(shape.lowerBound(i));
      }
    } else {
      out.putByte(ARRAY);
    }
    out.putInt(array.size());
    for (@Nullable Object element : array) {
      put(element, out);
    }
  }
}

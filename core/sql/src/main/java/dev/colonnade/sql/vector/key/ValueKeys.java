package dev.colonnade.sql.vector.key;

import dev.colonnade.sql.function.interrupt.InterruptibleDecimals;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.type.Interval;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.encoding.Utf8;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import dev.colonnade.type.value.TimeWithZone;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Encoder of single values for keys. A value is a tag and its content; equal values have equal
 * bytes, and the bytes of no value are a prefix of those of another.
 */
final class ValueKeys {
  private static final byte NULL = 0;
  private static final byte LONG = 1;
  private static final byte DECIMAL = 2;
  private static final byte LARGE_DECIMAL = 3;
  private static final byte DOUBLE = 4;
  private static final byte FALSE = 5;
  private static final byte TRUE = 6;
  private static final byte TEXT = 7;
  private static final byte BINARY = 8;
  private static final byte UUID_VALUE = 9;
  private static final byte INTERVAL = 10;
  private static final byte ARRAY = 11;
  private static final byte SHAPED_ARRAY = 12;
  private static final byte RANGE = 13;
  private static final byte MULTIRANGE = 14;
  private static final byte TIME_WITH_ZONE = 15;

  private static final int LONG_BITS_MAX = 63;

  private final KeyBytes out;

  ValueKeys(KeyBytes out) {
    this.out = out;
  }

  void putNull() {
    out.putByte(NULL);
  }

  void putBoolean(boolean value) {
    out.putByte(value ? TRUE : FALSE);
  }

  /** Adds a number; the zeros are equal, and so are all NaNs. */
  void putDouble(double value) {
    out.putLong(DOUBLE, Double.doubleToLongBits(value + 0.0));
  }

  /** Adds {@code units * 10^-scale}. */
  void putDecimal(long units, int scale) {
    long value = units;
    int digits = scale;
    while (digits > 0 && value % 10 == 0) {
      value /= 10;
      digits--;
    }
    if (digits <= 0) {
      out.putLong(LONG, value);
    } else {
      out.putLong(DECIMAL, value);
      out.putByte((byte) digits);
    }
  }

  /** Adds a text; trailing blanks of CHAR are insignificant. */
  void putText(TypeKind kind, byte[] bytes, int start, int length) {
    int count = length;
    while (kind == TypeKind.CHAR && count > 0 && bytes[start + count - 1] == ' ') {
      count--;
    }
    out.putBytes(TEXT, bytes, start, count);
  }

  /** Adds a value in its internal representation. */
  void putValue(Nesting nesting, Object value) {
    switch (value) {
      case BigDecimal number -> putNumber(number);
      case String text -> putString(nesting.kind(), text);
      case Double number -> putDouble(number);
      case Float number -> putDouble(number);
      case Number number -> out.putLong(LONG, number.longValue());
      case Boolean truth -> putBoolean(truth);
      case UUID id -> {
        out.putLong(UUID_VALUE, id.getMostSignificantBits());
        out.putLong(id.getLeastSignificantBits());
      }
      case Interval interval -> putInterval(interval);
      case TimeWithZone time -> {
        out.putLong(TIME_WITH_ZONE, time.utcMicros());
        out.putLong(time.offsetSeconds());
      }
      case BaseValue base -> putBytes(base.toBytes());
      case Bytes bytes -> putBytes(bytes.toArray());
      case List<?> list -> putList(nesting, list);
      case RangeValue range -> putRange(range);
      case MultirangeValue set -> {
        out.putByte(MULTIRANGE);
        out.putInt(set.ranges().size());
        set.ranges().forEach(this::putRange);
      }
      default -> throw new IllegalArgumentException("value has no key: class=" + value.getClass());
    }
  }

  private void putNumber(BigDecimal number) {
    if (number.scale() >= 0
        && number.scale() <= Byte.MAX_VALUE
        && number.unscaledValue().bitLength() <= LONG_BITS_MAX) {
      putDecimal(number.unscaledValue().longValue(), number.scale());
      return;
    }
    BigDecimal stripped = InterruptibleDecimals.stripTrailingZeros(number);
    if (stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 19) {
      stripped = stripped.setScale(0);
    }
    BigInteger units = stripped.unscaledValue();
    boolean isShort = stripped.scale() >= 0 && stripped.scale() <= Byte.MAX_VALUE;
    if (isShort && units.bitLength() <= LONG_BITS_MAX) {
      putDecimal(units.longValue(), stripped.scale());
      return;
    }
    // A whole number beyond the range of a long has exactly one form without trailing zeros.
    stripped = stripped.stripTrailingZeros();
    byte[] bytes = stripped.unscaledValue().toByteArray();
    out.putBytes(LARGE_DECIMAL, bytes, 0, bytes.length);
    out.putInt(stripped.scale());
  }

  private void putString(TypeKind kind, String text) {
    String normalized = kind == TypeKind.JSONB ? JsonbKeys.normalized(text) : text;
    byte[] bytes = Utf8.bytesOf(normalized);
    putText(kind, bytes, 0, bytes.length);
  }

  private void putInterval(Interval interval) {
    long days =
        (long) interval.months() * Interval.DAYS_PER_MONTH
            + interval.days()
            + Math.floorDiv(interval.micros(), Interval.MICROS_PER_DAY);
    out.putLong(INTERVAL, days);
    out.putLong(Math.floorMod(interval.micros(), Interval.MICROS_PER_DAY));
  }

  private void putBytes(byte[] bytes) {
    out.putBytes(BINARY, bytes, 0, bytes.length);
  }

  private void putRange(RangeValue range) {
    out.putByte(RANGE);
    out.putByte(
        (byte)
            ((range.isEmpty() ? 1 : 0)
                | (range.isLowerInclusive() ? 2 : 0)
                | (range.isUpperInclusive() ? 4 : 0)));
    putElement(Nesting.PLAIN, range.lower());
    putElement(Nesting.PLAIN, range.upper());
  }

  private void putElement(Nesting nesting, @Nullable Object element) {
    if (element == null) {
      putNull();
    } else {
      putValue(nesting, element);
    }
  }

  private void putList(Nesting nesting, List<?> array) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    out.putByte(shape.isPlain() ? ARRAY : SHAPED_ARRAY);
    if (!shape.isPlain()) {
      out.putInt(shape.dimensions());
      for (int i = 0; i < shape.dimensions(); i++) {
        out.putInt(shape.length(i));
        out.putInt(shape.lowerBound(i));
      }
    }
    out.putInt(array.size());
    for (int i = 0; i < array.size(); i++) {
      putElement(nesting.part(i), array.get(i));
    }
  }
}

package dev.colonnade.sql.execute.value;

import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.base.BaseValue;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Estimate of the memory of values in their internal representation. */
public final class ValueSize {
  private static final int VALUE_BYTES = 24;
  private static final int DECIMAL_BYTES = 56;
  private static final int TEXT_BYTES = 56;
  private static final int LIST_BYTES = 64;

  private ValueSize() {}

  /** Returns the bytes of a value; 0 for NULL. */
  public static long of(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case String text -> TEXT_BYTES + (long) text.length();
      case Bytes bytes -> TEXT_BYTES + (long) bytes.length();
      case BigDecimal number -> DECIMAL_BYTES + (long) number.unscaledValue().bitLength() / 8;
      case BaseValue base -> TEXT_BYTES + (long) base.toBytes().length;
      case List<?> list -> ofList(list);
      case RangeValue range -> LIST_BYTES + of(range.lower()) + of(range.upper());
      case MultirangeValue set -> ofList(set.ranges());
      default -> VALUE_BYTES;
    };
  }

  private static long ofList(List<?> list) {
    long bytes = LIST_BYTES;
    for (Object element : list) {
      bytes += Long.BYTES + of(element);
    }
    return bytes;
  }
}

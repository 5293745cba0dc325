package dev.colonnade.sql.execute.window.frame;

import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** Arithmetic on sort keys and offsets for the bounds of RANGE frames. */
public final class RangeOffset {
  private static final Interval NO_TIME = new Interval(0, 0, 0);
  private static final long MICROS_PER_DAY = 24L * 60 * 60 * 1_000_000;

  private RangeOffset() {}

  public static boolean isNegative(Object distance) {
    return switch (distance) {
      case Interval interval -> interval.compareTo(NO_TIME) < 0;
      case BigDecimal number -> number.signum() < 0 || number.compareTo(SpecialNumeric.NAN) == 0;
      case Double number -> number < 0 || number.isNaN();
      default -> ((Number) distance).longValue() < 0;
    };
  }

  /**
   * Returns a sort key in the representation that is comparable with the results of {@link #away}.
   */
  public static @Nullable Object comparable(TypeKind kind, @Nullable Object value) {
    return switch (kind) {
      case SMALLINT, INTEGER -> value == null ? null : ((Number) value).longValue();
      case REAL -> value == null ? null : ((Number) value).doubleValue();
      case DATE -> value == null ? null : ((Number) value).longValue() * MICROS_PER_DAY;
      default -> value;
    };
  }

  /**
   * Returns the sort key at an offset from another.
   *
   * @param zone in which months and days are added to points in time
   * @param direction negative if the offset is subtracted, positive if it is added
   */
  public static Object away(
      TypeKind kind, Object value, Object distance, int direction, ZoneId zone) {
    return switch (kind) {
      case SMALLINT, INTEGER, BIGINT ->
          added(((Number) value).longValue(), ((Number) distance).longValue(), direction);
      case REAL, DOUBLE ->
          ((Number) value).doubleValue() + direction * ((Number) distance).doubleValue();
      case NUMERIC -> {
        BigDecimal step = (BigDecimal) distance;
        yield direction < 0
            ? CheckedArithmetic.subtractDecimal((BigDecimal) value, step)
            : CheckedArithmetic.addDecimal((BigDecimal) value, step);
      }
      case DATE ->
          moved(((Number) value).longValue() * MICROS_PER_DAY, (Interval) distance, direction);
      case TIMESTAMP -> moved((Long) value, (Interval) distance, direction);
      case TIMESTAMPTZ -> {
        Interval step = (Interval) distance;
        yield IntervalFunctions.addToInstant(
            zone, (Long) value, direction < 0 ? IntervalFunctions.negateInterval(step) : step);
      }
      // A time of day does not wrap around at midnight here.
      case TIME -> (Long) value + direction * ((Interval) distance).micros();
      case INTERVAL ->
          direction < 0
              ? IntervalFunctions.subtractInterval((Interval) value, (Interval) distance)
              : IntervalFunctions.addInterval((Interval) value, (Interval) distance);
      default -> throw new IllegalArgumentException("no distance between values: kind=" + kind);
    };
  }

  static boolean isNaN(Object value) {
    return switch (value) {
      case Double number -> number.isNaN();
      case Float number -> number.isNaN();
      case BigDecimal number -> SpecialNumeric.isNaN(number);
      default -> false;
    };
  }

  /** Returns the infinite value of a type whose values may be NaN. */
  static Object infinity(TypeKind kind, boolean isPositive) {
    if (kind == TypeKind.NUMERIC) {
      return SpecialNumeric.infinity(!isPositive);
    }
    return isPositive ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
  }

  /** Returns the sum, saturated at the bounds of BIGINT. */
  private static long added(long value, long distance, int direction) {
    long sum = value + direction * distance;
    boolean isBeyond = direction < 0 ? sum > value : sum < value;
    if (!isBeyond) {
      return sum;
    }
    return direction < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
  }

  private static long moved(long micros, Interval distance, int direction) {
    return direction < 0
        ? IntervalFunctions.subtractFromTimestamp(micros, distance)
        : IntervalFunctions.addToTimestamp(micros, distance);
  }
}

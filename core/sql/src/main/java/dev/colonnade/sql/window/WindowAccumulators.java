package dev.colonnade.sql.window;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.aggregate.AggregateRegistry;
import dev.colonnade.sql.function.aggregate.GroupAccumulator;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.TypeKind;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregate functions over window frames: those of Calcite that this operator evaluates, and those
 * of this project.
 */
final class WindowAccumulators {
  private static final List<String> CALCITE_AGGREGATES =
      List.of("COUNT", "SUM", "SUM0", "MIN", "MAX", "BIT_AND", "BIT_OR", "BIT_XOR");

  private WindowAccumulators() {}

  /** Returns whether a function is an aggregate over the rows of a frame. */
  static boolean isAggregate(WindowPlan.Call call) {
    return call.isOwn() || CALCITE_AGGREGATES.contains(call.name());
  }

  static GroupAccumulator start(WindowPlan.Call call) {
    if (call.isOwn()) {
      return AggregateRegistry.start(call.name());
    }
    return switch (call.name()) {
      case "COUNT" -> new Count();
      case "SUM", "SUM0" -> new Sum(call.result(), call.name().equals("SUM0"));
      case "MIN" -> new Extreme(-1);
      case "MAX" -> new Extreme(1);
      default -> new Bits(call.name());
    };
  }

  /** Returns a number in the internal representation of a kind. */
  static @Nullable Object as(TypeKind kind, @Nullable Object value) {
    if (!(value instanceof Number number)) {
      return value;
    }
    return switch (kind) {
      case SMALLINT -> number.shortValue();
      case INTEGER -> number.intValue();
      case BIGINT -> number.longValue();
      case REAL -> number.floatValue();
      case DOUBLE -> number.doubleValue();
      case NUMERIC -> value instanceof BigDecimal ? value : BigDecimal.valueOf(number.longValue());
      default -> value;
    };
  }

  private static final class Count implements GroupAccumulator {
    private long count;

    @Override
    public void add(@Nullable Object[] arguments) {
      for (Object argument : arguments) {
        if (argument == null) {
          return;
        }
      }
      count++;
    }

    @Override
    public Object result() {
      return count;
    }
  }

  private static final class Sum implements GroupAccumulator {
    private final TypeKind kind;
    private final boolean isZeroOfNone;
    private boolean isEmpty = true;
    private long whole;
    private double floating;
    private BigDecimal exact = BigDecimal.ZERO;

    Sum(TypeKind kind, boolean isZeroOfNone) {
      this.kind = kind;
      this.isZeroOfNone = isZeroOfNone;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      if (!(arguments[0] instanceof Number number)) {
        return;
      }
      isEmpty = false;
      switch (kind) {
        case REAL -> floating = (float) floating + number.floatValue();
        case DOUBLE -> floating += number.doubleValue();
        case NUMERIC ->
            exact =
                exact.add(
                    number instanceof BigDecimal decimal
                        ? decimal
                        : BigDecimal.valueOf(number.longValue()));
        default -> whole = added(whole, number.longValue());
      }
    }

    private static long added(long sum, long value) {
      try {
        return Math.addExact(sum, value);
      } catch (ArithmeticException e) {
        throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range", e);
      }
    }

    @Override
    public @Nullable Object result() {
      if (isEmpty && !isZeroOfNone) {
        return null;
      }
      return switch (kind) {
        case REAL, DOUBLE -> floating;
        case NUMERIC -> exact;
        default -> whole;
      };
    }
  }

  private static final class Extreme implements GroupAccumulator {
    private final int sign;
    private @Nullable Object found;

    Extreme(int sign) {
      this.sign = sign;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      Object value = arguments[0];
      if (value != null && (found == null || sign * SqlValueComparator.compare(value, found) > 0)) {
        found = value;
      }
    }

    @Override
    public @Nullable Object result() {
      return found;
    }
  }

  private static final class Bits implements GroupAccumulator {
    private final String name;
    private @Nullable Long bits;

    Bits(String name) {
      this.name = name;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      if (!(arguments[0] instanceof Number number)) {
        return;
      }
      long value = number.longValue();
      Long before = bits;
      if (before == null) {
        bits = value;
        return;
      }
      bits =
          switch (name) {
            case "BIT_AND" -> before & value;
            case "BIT_OR" -> before | value;
            default -> before ^ value;
          };
    }

    @Override
    public @Nullable Object result() {
      return bits;
    }
  }
}

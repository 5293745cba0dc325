package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.text.BitStringFunctions;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.value.JsonbComparator;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.base.Money;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Accumulators of the aggregate functions of the SQL standard, one group at a time. */
final class StandardAccumulators {
  private StandardAccumulators() {}

  /**
   * Returns a new accumulator; null if there is no such function.
   *
   * @param result kind of the result
   */
  static @Nullable GroupAccumulator start(String name, TypeKind result) {
    return switch (name) {
      case "count" -> new Count();
      case "sum" -> new Sum(result, false, false);
      case "sum0" -> new Sum(result, true, false);
      case "avg" -> new Sum(result, false, true);
      case "min", "bool_and", "every" -> new Extreme(result, -1);
      case "max", "bool_or", "some" -> new Extreme(result, 1);
      case "bit_and", "bit_or", "bit_xor" ->
          result == TypeKind.BIT ? new BitStrings(name) : new Bits(name);
      case "string_agg" -> result == TypeKind.BYTEA ? new Binary() : null;
      default -> null;
    };
  }

  private static final class Count implements GroupAccumulator {
    private long count;

    @Override
    public boolean growsWithRows() {
      return false;
    }

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
    private final boolean isMean;
    private long count;
    private double floating;
    private BigDecimal exact = BigDecimal.ZERO;

    Sum(TypeKind kind, boolean isZeroOfNone, boolean isMean) {
      this.kind = kind;
      this.isZeroOfNone = isZeroOfNone;
      this.isMean = isMean;
    }

    @Override
    public boolean growsWithRows() {
      return false;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      if (!(arguments[0] instanceof Number number)) {
        return;
      }
      count++;
      switch (kind) {
        case REAL -> floating = CheckedArithmetic.addFloat((float) floating, number.floatValue());
        case DOUBLE -> floating = CheckedArithmetic.addDouble(floating, number.doubleValue());
        default ->
            exact =
                CheckedArithmetic.addDecimal(
                    exact,
                    number instanceof BigDecimal decimal
                        ? decimal
                        : BigDecimal.valueOf(number.longValue()));
      }
    }

    @Override
    public @Nullable Object result() {
      if (count == 0 && !isZeroOfNone) {
        return null;
      }
      return switch (kind) {
        case REAL -> (float) floating;
        case DOUBLE -> isMean ? floating / count : floating;
        case NUMERIC ->
            isMean ? CheckedArithmetic.divideDecimal(exact, BigDecimal.valueOf(count)) : exact;
        default -> whole(exact.toBigInteger());
      };
    }

    private static long whole(BigInteger sum) {
      if (sum.bitLength() > Long.SIZE - 1) {
        throw new dev.colonnade.error.ColonnadeException(
            dev.colonnade.error.ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range");
      }
      return sum.longValue();
    }
  }

  /** Sum of amounts of money. */
  static final class MoneySum implements GroupAccumulator {
    private @Nullable Long cents;

    @Override
    public boolean growsWithRows() {
      return false;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      if (arguments[0] instanceof Money value) {
        try {
          cents = cents == null ? value.cents() : Math.addExact(cents, value.cents());
        } catch (ArithmeticException e) {
          throw Money.outOfRange();
        }
      }
    }

    @Override
    public @Nullable Object result() {
      return cents == null ? null : new Money(cents);
    }
  }

  private static final class Extreme implements GroupAccumulator {
    private final TypeKind kind;
    private final int sign;
    private @Nullable Object found;

    Extreme(TypeKind kind, int sign) {
      this.kind = kind;
      this.sign = sign;
    }

    @Override
    public boolean growsWithRows() {
      return false;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      Object value = arguments[0];
      if (value != null && (found == null || isBetter(value, found))) {
        found = value;
      }
    }

    private boolean isBetter(Object value, Object before) {
      int order = compare(value, before);
      return order == 0 ? kind.mayDifferIfEqual() : sign == Integer.signum(order);
    }

    private int compare(Object left, Object right) {
      return kind == TypeKind.JSONB
          ? JsonbComparator.compare((String) left, (String) right)
          : SqlValueComparator.compare(left, right);
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
    public boolean growsWithRows() {
      return false;
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
            case "bit_and" -> before & value;
            case "bit_or" -> before | value;
            default -> before ^ value;
          };
    }

    @Override
    public @Nullable Object result() {
      return bits;
    }
  }

  /** Bitwise combination of bit strings, which have one length. */
  private static final class BitStrings implements GroupAccumulator {
    private final String name;
    private @Nullable String bits;

    BitStrings(String name) {
      this.name = name;
    }

    @Override
    public boolean growsWithRows() {
      return false;
    }

    @Override
    public void add(@Nullable Object[] arguments) {
      if (arguments[0] instanceof String value) {
        String before = bits;
        bits = before == null ? value : combined(before, value);
      }
    }

    private String combined(String before, String value) {
      return switch (name) {
        case "bit_and" -> BitStringFunctions.and(before, value);
        case "bit_or" -> BitStringFunctions.or(before, value);
        default -> BitStringFunctions.xor(before, value);
      };
    }

    @Override
    public @Nullable Object result() {
      return bits;
    }
  }

  /** Concatenation of binary values, each with the delimiter before it. */
  private static final class Binary implements GroupAccumulator {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private boolean hasValue;

    @Override
    public void add(@Nullable Object[] arguments) {
      if (!(arguments[0] instanceof Bytes value)) {
        return;
      }
      if (hasValue && arguments[1] instanceof Bytes delimiter) {
        append(delimiter);
      }
      append(value);
      hasValue = true;
    }

    private void append(Bytes bytes) {
      BoundedText.requireLength((long) out.size() + bytes.length());
      Interruption.check();
      out.writeBytes(bytes.toArray());
    }

    @Override
    public @Nullable Object result() {
      return hasValue ? Bytes.of(out.toByteArray()) : null;
    }
  }
}

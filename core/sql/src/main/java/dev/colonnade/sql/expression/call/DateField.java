package dev.colonnade.sql.expression.call;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.datetime.DateTimeUnit;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Year, month or day of a date or timestamp, as a NUMERIC without digits after the point. The days
 * since 1970 become a date of the Gregorian calendar by Howard Hinnant's {@code civil_from_days}.
 *
 * @param unit the field
 * @param call the call of EXTRACT with the name of the field and the date
 */
public record DateField(DateTimeUnit unit, FunctionCall call) implements Expression {
  private static final int DAYS_PER_ERA = 146_097;
  private static final int YEARS_PER_ERA = 400;

  /** Days from 0000-03-01 to 1970-01-01. */
  private static final int EPOCH_DAY = 719_468;

  public DateField {
    requireNonNull(call, "call is null");
    if (!supports(unit, call.operands().getLast().type().kind())) {
      throw new IllegalArgumentException("no such field: unit=" + unit);
    }
  }

  /** Returns whether the field of values of a type is one of those. */
  public static boolean supports(DateTimeUnit unit, TypeKind kind) {
    return switch (unit) {
      case YEAR, MONTH, DAY -> kind == TypeKind.DATE || kind == TypeKind.TIMESTAMP;
      default -> false;
    };
  }

  @Override
  public VectorType type() {
    return call.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Expression operand = call.operands().getLast();
    LongVector dates = (LongVector) operand.evaluate(batch, evaluation);
    boolean areDays = operand.type().kind() == TypeKind.DATE;
    long[] values = dates.values();
    long[] fields = new long[batch.rowCount()];
    for (int row = 0; row < fields.length; row++) {
      long value = values[row];
      if (dates.isNull(row)) {
        continue;
      }
      if (!isFinite(value, areDays)) {
        return withInfinity(dates, fields.length, areDays);
      }
      fields[row] = field(day(value, areDays));
    }
    return new LongVector(fields, dates.nulls());
  }

  private static boolean isFinite(long value, boolean isDay) {
    return isDay ? EpochMicros.isFiniteDate((int) value) : EpochMicros.isFinite(value);
  }

  private static long day(long value, boolean isDay) {
    return isDay ? value : Math.floorDiv(value, EpochMicros.MICROS_PER_DAY);
  }

  /** Returns the fields of rows with infinity, whose year is infinite, and month and day NULL. */
  private Vector withInfinity(LongVector dates, int rowCount, boolean areDays) {
    @Nullable Object[] fields = new @Nullable Object[rowCount];
    for (int row = 0; row < rowCount; row++) {
      long value = dates.values()[row];
      if (!dates.isNull(row)) {
        fields[row] =
            isFinite(value, areDays)
                ? BigDecimal.valueOf(field(day(value, areDays)))
                : unit.isMonotonic() ? SpecialNumeric.infinity(value < 0) : null;
      }
    }
    return VectorBuilder.vectorOf(fields, type());
  }

  /** Returns the field of a day, counted from 1970-01-01. */
  private long field(long epochDay) {
    long day = epochDay + EPOCH_DAY;
    long era = Math.floorDiv(day, DAYS_PER_ERA);
    int dayOfEra = (int) (day - era * DAYS_PER_ERA);
    int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int fromMarch = (5 * dayOfYear + 2) / 153;
    int month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
    return switch (unit) {
      case DAY -> dayOfYear - (153 * fromMarch + 2) / 5 + 1;
      case MONTH -> month;
      default -> {
        long year = era * YEARS_PER_ERA + yearOfEra + (month <= 2 ? 1 : 0);
        yield year > 0 ? year : year - 1; // there is no year 0
      }
    };
  }

  @Override
  public boolean isVolatile() {
    return call.isVolatile();
  }

  @Override
  public boolean isImmutable() {
    return call.isImmutable();
  }

  @Override
  public boolean isSafe() {
    return call.operands().stream().allMatch(Expression::isSafe);
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return call.operands();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new DateField(unit, new FunctionCall(call.type(), call.function(), others));
  }

  @Override
  public String sql(List<String> columns) {
    return call.sql(columns);
  }
}

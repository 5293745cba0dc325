package dev.colonnade.sql.expression.call;

import static dev.colonnade.sql.expression.KernelFixture.literal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.datetime.DateTimeUnit;
import dev.colonnade.sql.function.library.temporal.TemporalFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.testing.Seed;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway")
class DateFieldTest {
  private static final DateTimeUnit[] UNITS = {
    DateTimeUnit.YEAR, DateTimeUnit.MONTH, DateTimeUnit.DAY
  };

  private final Random random = Seed.random("DateFieldTest");

  private static Expression field(DateTimeUnit unit, String method, Expression value) {
    ScalarFunction function = ScalarFunction.of(TemporalFunctions.class, method);
    String name = unit.name().toLowerCase(Locale.ROOT);
    return new DateField(
        unit,
        new FunctionCall(
            VectorType.decimal(0), function, List.of(literal(TypeKind.TEXT, name), value)));
  }

  /** Returns days of all centuries, those around the ends of months, and the extremes. */
  private List<Integer> days() {
    List<Integer> days = new ArrayList<>(List.of(0, -1, -719_468, -719_469));
    for (int year : new int[] {-4713, -400, -100, -1, 0, 1, 4, 100, 1600, 1900, 1999, 2000, 2024}) {
      for (int month = 1; month <= 12; month++) {
        int first = (int) LocalDate.of(year, month, 1).toEpochDay();
        days.addAll(List.of(first - 1, first));
      }
    }
    random.ints(3000, -2_000_000, 100_000_000).forEach(days::add);
    return days;
  }

  @Test
  void shouldAgreeWithExtractOfDates() {
    KernelFixture rows = KernelFixture.of(TypeKind.DATE).row(new Object[] {null});
    days().forEach(rows::row);
    for (DateTimeUnit unit : UNITS) {
      rows.assertValues(
          field(unit, "extractDate", rows.column(0)),
          row -> row[0] == null ? null : TemporalFunctions.extractDate(unit.name(), (int) row[0]));
    }
  }

  @Test
  void shouldAgreeWithExtractOfTimestamps() {
    KernelFixture rows = KernelFixture.of(TypeKind.TIMESTAMP).row(new Object[] {null});
    for (int day : days()) {
      long micros = day * EpochMicros.MICROS_PER_DAY;
      rows.row(micros).row(micros - 1).row(micros + random.nextLong(EpochMicros.MICROS_PER_DAY));
    }
    for (DateTimeUnit unit : UNITS) {
      rows.assertValues(
          field(unit, "extractTimestamp", rows.column(0)),
          row ->
              row[0] == null
                  ? null
                  : TemporalFunctions.extractTimestamp(unit.name(), (long) row[0]));
    }
  }

  @Test
  void shouldFollowInfinity() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.DATE)
            .row(5)
            .row(EpochMicros.DATE_INFINITY)
            .row(new Object[] {null})
            .row(EpochMicros.DATE_MINUS_INFINITY);
    for (DateTimeUnit unit : UNITS) {
      rows.assertValues(
          field(unit, "extractDate", rows.column(0)),
          row -> row[0] == null ? null : TemporalFunctions.extractDate(unit.name(), (int) row[0]));
    }
  }

  @Test
  void shouldSupportNothingElse() {
    assertThat(DateField.supports(DateTimeUnit.WEEK, TypeKind.DATE)).isFalse();
    assertThat(DateField.supports(DateTimeUnit.DAY, TypeKind.TIMESTAMPTZ)).isFalse();
    assertThat(DateField.supports(DateTimeUnit.DAY, TypeKind.INTERVAL)).isFalse();
  }
}

package dev.colonnade.sql.expression.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static void assertDoubles(VectorType type, @Nullable Object... values) {
    KernelFixture rows = KernelFixture.of(type);
    for (Object value : values) {
      rows.row(value);
    }
    rows.assertValues(
        new NumberToDouble(rows.column(0)),
        row -> row[0] == null ? null : (Double) ((Number) row[0]).doubleValue());
  }

  @Test
  void shouldRoundNumbersOnce() {
    assertDoubles(VectorType.of(TypeKind.BIGINT), 1L, null, Long.MAX_VALUE, (1L << 53) + 1);
    assertDoubles(
        VectorType.decimal(3),
        new BigDecimal("0.100"),
        null,
        new BigDecimal("9007199254740993.001"),
        new BigDecimal("99999999999999999999.999"));
    assertDoubles(VectorType.of(TypeKind.NUMERIC), new BigDecimal("1E-30"), null);
    assertDoubles(VectorType.of(TypeKind.REAL), 1.1f, null, Float.NaN);
  }

  @Test
  void shouldFailForNumbersBeyondDoubles() {
    KernelFixture rows = KernelFixture.of(TypeKind.NUMERIC).row(BigDecimal.TEN.pow(400));
    rows.assertFails(new NumberToDouble(rows.column(0)), ErrorCode.VALUE_OUT_OF_RANGE);
  }

  @Test
  void shouldAddDigitsWithoutChangingNumbers() {
    VectorType wide = VectorType.decimal(4);
    KernelFixture rows =
        KernelFixture.of(VectorType.decimal(2))
            .row(new BigDecimal("1.25"))
            .row(new Object[] {null});
    rows.assertValues(
        new RescaledDecimal(wide, rows.column(0)),
        row -> row[0] == null ? null : new BigDecimal("1.2500"));
    KernelFixture large =
        KernelFixture.of(VectorType.decimal(0)).row(new BigDecimal(Long.MAX_VALUE));
    large.assertValues(
        new RescaledDecimal(wide, large.column(0)), row -> new BigDecimal(Long.MAX_VALUE));
  }

  @Test
  void shouldCheckNarrowedIntegers() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.BIGINT).row(32_767L).row(new Object[] {null}).row(-32_768L);
    rows.assertValues(
        new NarrowedInteger(TypeKind.SMALLINT, rows.column(0)),
        row -> row[0] == null ? null : (Short) ((Long) row[0]).shortValue());
    rows.row(40_000L);
    rows.assertFails(
        new NarrowedInteger(TypeKind.SMALLINT, rows.column(0)), ErrorCode.VALUE_OUT_OF_RANGE);
    rows.assertValues(
        new NarrowedInteger(TypeKind.INTEGER, rows.column(0)),
        row -> row[0] == null ? null : (Integer) ((Long) row[0]).intValue());
  }

  @Test
  void shouldChangeOnlyTheType() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER).row(1).row(new Object[] {null});
    Expression wide = new RetypedExpression(VectorType.of(TypeKind.BIGINT), rows.column(0));
    rows.assertValues(wide, row -> row[0] == null ? null : (Long) 1L);
    Expression number = new RetypedExpression(VectorType.decimal(0), rows.column(0));
    rows.assertValues(number, row -> row[0] == null ? null : BigDecimal.ONE);
    assertThat(wide.sql(List.of("a"))).isEqualTo("a");
    assertThat(number.sql(List.of("a"))).isEqualTo("(a)::numeric");
    assertThat(new NumberToDouble(rows.column(0)).sql(List.of("a")))
        .isEqualTo("(a)::double precision");
    assertThat(new NarrowedInteger(TypeKind.SMALLINT, rows.column(0)).sql(List.of("a")))
        .isEqualTo("(a)::smallint");
  }
}

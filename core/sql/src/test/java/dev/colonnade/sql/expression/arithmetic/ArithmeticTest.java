package dev.colonnade.sql.expression.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.KernelFixture;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArithmeticTest {
  private static boolean hasNull(@Nullable Object[] row) {
    for (Object value : row) {
      if (value == null) {
        return true;
      }
    }
    return false;
  }

  private static LongArithmetic integers(ArithmeticOperator operator, KernelFixture rows) {
    return new LongArithmetic(rows.column(0).type(), operator, rows.column(0), rows.column(1));
  }

  private static void assertIntegers(ArithmeticOperator operator, LongBinaryOperator reference) {
    KernelFixture rows =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).pairs(1, -3, 0, 40_000, null);
    rows.assertValues(
        integers(operator, rows),
        row ->
            hasNull(row)
                ? null
                : (Integer) (int) reference.applyAsLong((Integer) row[0], (Integer) row[1]));
  }

  @Test
  void shouldComputeIntegers() {
    assertIntegers(ArithmeticOperator.ADD, (a, b) -> a + b);
    assertIntegers(ArithmeticOperator.SUBTRACT, (a, b) -> a - b);
    assertIntegers(ArithmeticOperator.MULTIPLY, (a, b) -> a * b);
  }

  @Test
  void shouldFailOnOverflow() {
    for (ArithmeticOperator operator :
        List.of(ArithmeticOperator.ADD, ArithmeticOperator.MULTIPLY)) {
      KernelFixture shorts =
          KernelFixture.of(TypeKind.SMALLINT, TypeKind.SMALLINT)
              .row((short) 1, (short) 1)
              .row(Short.MAX_VALUE, (short) 2);
      shorts.assertFails(integers(operator, shorts), ErrorCode.VALUE_OUT_OF_RANGE);
      KernelFixture integers =
          KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(Integer.MAX_VALUE, 2);
      integers.assertFails(integers(operator, integers), ErrorCode.VALUE_OUT_OF_RANGE);
      KernelFixture longs =
          KernelFixture.of(TypeKind.BIGINT, TypeKind.BIGINT).row(Long.MAX_VALUE, 2L);
      longs.assertFails(integers(operator, longs), ErrorCode.VALUE_OUT_OF_RANGE);
    }
  }

  @Test
  void shouldIgnoreValuesOfRowsThatAreNull() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(Integer.MAX_VALUE, null).row(1, 2);
    rows.assertValues(
        integers(ArithmeticOperator.ADD, rows), row -> row[1] == null ? null : (Integer) 3);
    KernelFixture divided =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(null, 0).row(7, 2);
    divided.assertValues(
        division(ArithmeticOperator.DIVIDE, divided), row -> row[0] == null ? null : (Integer) 3);
  }

  private static LongDivision division(ArithmeticOperator operator, KernelFixture rows) {
    return new LongDivision(rows.column(0).type(), operator, rows.column(0), rows.column(1));
  }

  @Test
  void shouldDivideIntegers() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.BIGINT, TypeKind.BIGINT)
            .row(7L, 2L)
            .row(-7L, 2L)
            .row(7L, -2L)
            .row(null, 2L)
            .row(Long.MIN_VALUE + 1, -1L);
    rows.assertValues(
        division(ArithmeticOperator.DIVIDE, rows),
        row -> hasNull(row) ? null : (Long) ((Long) row[0] / (Long) row[1]));
    rows.row(Long.MIN_VALUE, -1L);
    rows.assertValues(
        division(ArithmeticOperator.MODULO, rows),
        row -> hasNull(row) ? null : (Long) ((Long) row[0] % (Long) row[1]));
    rows.assertFails(division(ArithmeticOperator.DIVIDE, rows), ErrorCode.VALUE_OUT_OF_RANGE);
    KernelFixture zero = KernelFixture.of(TypeKind.BIGINT, TypeKind.BIGINT).row(1L, 0L);
    zero.assertFails(division(ArithmeticOperator.DIVIDE, zero), ErrorCode.DIVISION_BY_ZERO);
    zero.assertFails(division(ArithmeticOperator.MODULO, zero), ErrorCode.DIVISION_BY_ZERO);
    KernelFixture least =
        KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER).row(Integer.MIN_VALUE, -1);
    least.assertFails(division(ArithmeticOperator.DIVIDE, least), ErrorCode.VALUE_OUT_OF_RANGE);
  }

  @Test
  void shouldComputeDecimalsBeyondLongs() {
    KernelFixture rows =
        KernelFixture.of(VectorType.decimal(2), VectorType.decimal(3))
            .row(new BigDecimal("1.25"), new BigDecimal("-0.125"))
            .row(null, new BigDecimal("1.000"))
            .row(new BigDecimal("92233720368547758.07"), new BigDecimal("92233720368547.758"));
    for (ArithmeticOperator operator :
        List.of(ArithmeticOperator.ADD, ArithmeticOperator.SUBTRACT, ArithmeticOperator.MULTIPLY)) {
      Expression kernel =
          Objects.requireNonNull(
              LongArithmetic.ofDecimals(operator, rows.column(0), rows.column(1)));
      rows.assertValues(kernel, row -> hasNull(row) ? null : decimal(operator, row[0], row[1]));
    }
    KernelFixture small =
        KernelFixture.of(VectorType.decimal(2), VectorType.decimal(3))
            .row(new BigDecimal("1.25"), new BigDecimal("-0.125"));
    Expression sum =
        Objects.requireNonNull(
            LongArithmetic.ofDecimals(ArithmeticOperator.ADD, small.column(0), small.column(1)));
    small.assertValues(sum, row -> new BigDecimal("1.125"));
    assertThat(sum.type()).isEqualTo(VectorType.decimal(3));
  }

  private static BigDecimal decimal(ArithmeticOperator operator, Object left, Object right) {
    BigDecimal a = (BigDecimal) left;
    BigDecimal b = (BigDecimal) right;
    return switch (operator) {
      case ADD -> a.add(b);
      case SUBTRACT -> a.subtract(b);
      default -> a.multiply(b);
    };
  }

  @Test
  void shouldLeaveTooManyDigitsToOthers() {
    KernelFixture rows = KernelFixture.of(VectorType.decimal(10), VectorType.decimal(10));
    assertThat(
            LongArithmetic.ofDecimals(ArithmeticOperator.MULTIPLY, rows.column(0), rows.column(1)))
        .isNull();
  }

  @Test
  void shouldComputeDoubles() {
    KernelFixture rows =
        KernelFixture.of(TypeKind.DOUBLE, TypeKind.DOUBLE)
            .pairs(1.5, -2.0, Double.NaN, Double.POSITIVE_INFINITY, null);
    rows.assertValues(
        new DoubleArithmetic(ArithmeticOperator.ADD, rows.column(0), rows.column(1)),
        row -> hasNull(row) ? null : CheckedArithmetic.addDouble((Double) row[0], (Double) row[1]));
    rows.assertValues(
        new DoubleArithmetic(ArithmeticOperator.DIVIDE, rows.column(0), rows.column(1)),
        row ->
            hasNull(row) ? null : CheckedArithmetic.divideDouble((Double) row[0], (Double) row[1]));
    KernelFixture large =
        KernelFixture.of(TypeKind.DOUBLE, TypeKind.DOUBLE).row(Double.MAX_VALUE, 2.0);
    large.assertFails(
        new DoubleArithmetic(ArithmeticOperator.MULTIPLY, large.column(0), large.column(1)),
        ErrorCode.VALUE_OUT_OF_RANGE);
    KernelFixture zero = KernelFixture.of(TypeKind.DOUBLE, TypeKind.DOUBLE).row(1.0, 0.0);
    zero.assertFails(
        new DoubleArithmetic(ArithmeticOperator.DIVIDE, zero.column(0), zero.column(1)),
        ErrorCode.DIVISION_BY_ZERO);
  }

  @Test
  void shouldNegate() {
    KernelFixture integers = KernelFixture.of(TypeKind.INTEGER).row(1).row(new Object[] {null});
    integers.assertValues(
        new Negation(integers.column(0)), row -> row[0] == null ? null : (Integer) (-1));
    KernelFixture least = KernelFixture.of(TypeKind.SMALLINT).row(Short.MIN_VALUE);
    least.assertFails(new Negation(least.column(0)), ErrorCode.VALUE_OUT_OF_RANGE);
    KernelFixture decimals =
        KernelFixture.of(VectorType.decimal(0))
            .row(new BigDecimal(Long.MIN_VALUE))
            .row(new BigDecimal("99999999999999999999"))
            .row(new Object[] {null});
    decimals.assertValues(
        new Negation(decimals.column(0)),
        row -> row[0] == null ? null : ((BigDecimal) row[0]).negate());
    KernelFixture doubles = KernelFixture.of(TypeKind.DOUBLE).row(0.0).row(2.5);
    doubles.assertValues(new Negation(doubles.column(0)), row -> -(Double) row[0]);
  }

  @Test
  void shouldWriteSql() {
    KernelFixture rows = KernelFixture.of(TypeKind.INTEGER, TypeKind.INTEGER);
    List<String> names = List.of("a", "b");
    assertThat(integers(ArithmeticOperator.ADD, rows).sql(names)).isEqualTo("(a + b)");
    assertThat(division(ArithmeticOperator.MODULO, rows).sql(names)).isEqualTo("(a % b)");
    assertThat(new Negation(rows.column(0)).sql(names)).isEqualTo("(- a)");
  }
}

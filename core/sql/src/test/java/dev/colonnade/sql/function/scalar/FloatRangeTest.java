package dev.colonnade.sql.function.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Values that floating-point types cannot represent. */
class FloatRangeTest {
  private static void assertOutOfRange(ThrowingCallable work) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work)
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }

  @Test
  void shouldRefuseUnderflow() {
    assertOutOfRange(() -> Casts.textToDouble("1e-400"));
    assertOutOfRange(() -> Casts.textToDouble("-0.01e-400"));
    assertOutOfRange(() -> Casts.textToDouble("0." + "0".repeat(2_000) + "1"));
    assertOutOfRange(() -> Casts.decimalToDouble(new BigDecimal("1e-400")));
    assertOutOfRange(() -> Casts.doubleToReal(1e-50));
  }

  @Test
  void shouldAcceptZeroAndSubnormalValues() {
    assertThat(Casts.textToDouble("0e-400")).isZero();
    assertThat(Casts.textToDouble("0." + "0".repeat(2_000))).isZero();
    assertThat(Casts.textToDouble("4.9e-324")).isEqualTo(Double.MIN_VALUE);
    assertThat(Casts.doubleToReal(1e-45)).isEqualTo(Float.MIN_VALUE);
  }
}

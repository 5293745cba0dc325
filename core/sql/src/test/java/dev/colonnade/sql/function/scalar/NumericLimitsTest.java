package dev.colonnade.sql.function.scalar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits and parser of NUMERIC values. */
class NumericLimitsTest {
  private static void assertOverflows(ThrowingCallable work) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work)
        .withMessage("value overflows numeric format")
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e131072",
        "1e1000000000",
        "1e99999999999",
        "1e-99999999999",
        "-1.5E+99999999999",
        "1e-16384",
        "12e131071"
      })
  void shouldRefuseNumbersBeyondTheLimits(String text) {
    assertOverflows(() -> NumericLimits.parse(text));
  }

  @Test
  void shouldRefuseLongNumbersBeyondTheLimits() {
    assertOverflows(() -> NumericLimits.parse("1".repeat(131_073)));
    assertOverflows(() -> NumericLimits.parse("0." + "1".repeat(16_384)));
    assertOverflows(() -> NumericLimits.parse("1".repeat(1_000) + "e131000"));
    assertOverflows(() -> NumericLimits.parse("9".repeat(10_000_000)));
  }

  @Test
  void shouldAcceptTheLimits() {
    assertThat(NumericLimits.parse("1e131071").precision()).isEqualTo(131_072);
    assertThat(NumericLimits.parse("1e-16383").scale()).isEqualTo(16_383);
    assertThat(NumericLimits.parse("9".repeat(131_072)).precision()).isEqualTo(131_072);
    assertThat(NumericLimits.parse("0".repeat(1_000_000) + "7")).isEqualTo(BigDecimal.valueOf(7));
    assertThat(NumericLimits.parse("0e1000000000")).isEqualTo(BigDecimal.ZERO);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "e5", "1e", "1e5x", "abc", "1.2.3", "--1", "+", ".", "1e1.5"})
  void shouldRefuseTextsThatAreNoNumbers(String text) {
    assertThatThrownBy(() -> NumericLimits.parse(text)).isInstanceOf(NumberFormatException.class);
    String padded = text.strip() + "x" + "0".repeat(1_000);
    assertThatThrownBy(() -> NumericLimits.parse(padded)).isInstanceOf(NumberFormatException.class);
  }

  @Test
  void shouldParseLongNumbersAsShortOnes() {
    Random random = new Random(1);
    for (int i = 0; i < 200; i++) {
      int length = 1 + random.nextInt(2_000);
      StringBuilder text =
          new StringBuilder(random.nextBoolean() ? "-" : random.nextBoolean() ? "+" : "");
      for (int digit = 0; digit < length; digit++) {
        text.append((char) ('0' + random.nextInt(10)));
      }
      if (random.nextBoolean()) {
        text.insert(text.length() - random.nextInt(length), '.');
      }
      if (random.nextBoolean()) {
        text.append(random.nextBoolean() ? "e" : "E").append(random.nextInt(4_000) - 2_000);
      }
      BigDecimal expected = new BigDecimal(text.toString());
      assertThat(NumericLimits.parse(" " + text + " "))
          .as("number %s", text)
          .isEqualTo(expected.scale() < 0 ? expected.setScale(0) : expected);
    }
  }

  @Test
  void shouldLimitTheResultsOfArithmetic() {
    BigDecimal large = NumericLimits.parse("9e131071");
    BigDecimal small = NumericLimits.parse("1e-16383");
    assertOverflows(() -> CheckedArithmetic.addDecimal(large, large));
    assertOverflows(() -> CheckedArithmetic.subtractDecimal(large, large.negate()));
    assertOverflows(() -> CheckedArithmetic.multiplyDecimal(large, BigDecimal.TEN));
    assertOverflows(() -> CheckedArithmetic.divideDecimal(large, new BigDecimal("0.1")));
    assertThat(CheckedArithmetic.multiplyDecimal(small, small))
        .isEqualTo(new BigDecimal("0e-16383"));
  }
}

package dev.colonnade.sql.function.interrupt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Arithmetic of long decimal numbers, compared with the JDK's methods on random numbers. */
class InterruptibleDecimalsTest {
  private final Random random = new Random(11);

  /** Returns a number that is long in two of three cases, of either sign. */
  private BigDecimal number() {
    int bits = random.nextInt(3) == 0 ? random.nextInt(200) : 66_000 + random.nextInt(90_000);
    BigInteger units = new BigInteger(bits, random).setBit(0);
    return new BigDecimal(random.nextBoolean() ? units : units.negate(), random.nextInt(16_000));
  }

  @Test
  void shouldMultiplyLikeBigDecimal() {
    for (int i = 0; i < 40; i++) {
      BigDecimal left = number();
      BigDecimal right = number();
      assertThat(InterruptibleDecimals.multiply(left, right)).isEqualTo(left.multiply(right));
      MathContext context = new MathContext(1 + random.nextInt(60_000));
      assertThat(InterruptibleDecimals.multiply(left, right, context))
          .isEqualTo(left.multiply(right, context));
    }
  }

  @Test
  void shouldRoundUpToOneDigitMore() {
    BigDecimal nines = BigDecimal.TEN.pow(40_000).subtract(BigDecimal.ONE);
    MathContext context = new MathContext(100);
    assertThat(InterruptibleDecimals.multiply(nines, nines, context))
        .isEqualTo(nines.multiply(nines, context));
  }

  @Test
  void shouldDivideLikeBigDecimal() {
    for (int i = 0; i < 40; i++) {
      BigDecimal left = number();
      BigDecimal right = number();
      int scale = random.nextInt(20_000);
      RoundingMode mode = i % 2 == 0 ? RoundingMode.HALF_UP : RoundingMode.DOWN;
      assertThat(InterruptibleDecimals.divide(left, right, scale, mode))
          .isEqualTo(left.divide(right, scale, mode));
      assertThat(InterruptibleDecimals.remainder(left, right, 16_000))
          .isEqualTo(
              new BigDecimal(
                  left.setScale(16_000)
                      .unscaledValue()
                      .remainder(right.setScale(16_000).unscaledValue()),
                  16_000));
    }
  }

  @Test
  void shouldSetTheScaleLikeBigDecimal() {
    for (RoundingMode mode : RoundingMode.values()) {
      if (mode == RoundingMode.UNNECESSARY) {
        continue;
      }
      for (int i = 0; i < 10; i++) {
        BigDecimal value = number();
        int scale = random.nextInt(60_000) - 40_000;
        assertThat(InterruptibleDecimals.setScale(value, scale, mode))
            .isEqualTo(value.setScale(scale, mode));
      }
      BigDecimal half = BigDecimal.TEN.pow(40_000).add(new BigDecimal("0.50"));
      assertThat(InterruptibleDecimals.setScale(half, 0, mode)).isEqualTo(half.setScale(0, mode));
      assertThat(InterruptibleDecimals.setScale(half, -50_000, mode))
          .isEqualTo(half.setScale(-50_000, mode));
    }
    BigDecimal third = BigDecimal.ONE.divide(new BigDecimal("3"), 40_000, RoundingMode.DOWN);
    assertThatThrownBy(
            () -> InterruptibleDecimals.setScale(third, 39_999, RoundingMode.UNNECESSARY))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void shouldStripZerosLikeBigDecimal() {
    for (int i = 0; i < 30; i++) {
      BigDecimal value = number().multiply(BigDecimal.TEN.pow(random.nextInt(9_000)));
      assertThat(InterruptibleDecimals.stripTrailingZeros(value))
          .isEqualTo(value.stripTrailingZeros());
    }
    BigDecimal power = BigDecimal.TEN.pow(40_000);
    assertThat(InterruptibleDecimals.stripTrailingZeros(power))
        .isEqualTo(power.stripTrailingZeros());
    BigDecimal even = new BigDecimal(BigInteger.ONE.shiftLeft(90_000), 10);
    assertThat(InterruptibleDecimals.stripTrailingZeros(even)).isEqualTo(even);
  }
}

package dev.colonnade.sql.function.interrupt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.sql.function.library.numeric.DecimalMath;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Arithmetic of long numbers, compared with the JDK's methods on random numbers. */
class InterruptibleMathTest {
  private final Random random = new Random(7);

  @Test
  void shouldMultiplyLikeBigInteger() {
    for (int i = 0; i < 20; i++) {
      BigInteger left = new BigInteger(random.nextInt(400_000), random);
      BigInteger right = new BigInteger(random.nextInt(400_000), random);
      assertThat(InterruptibleMath.multiply(left, right)).isEqualTo(left.multiply(right));
    }
  }

  @Test
  void shouldFindTheRootLikeBigInteger() {
    for (int i = 1; i < 3000; i++) {
      BigInteger value = BigInteger.valueOf(i);
      assertThat(InterruptibleMath.sqrt(value)).isEqualTo(value.sqrt());
    }
    for (int i = 0; i < 300; i++) {
      BigInteger root = new BigInteger(1 + random.nextInt(3000), random).setBit(0);
      BigInteger square = root.multiply(root);
      assertThat(InterruptibleMath.sqrt(square)).isEqualTo(root);
      assertThat(InterruptibleMath.sqrt(square.add(BigInteger.ONE))).isEqualTo(root);
      BigInteger below = square.subtract(BigInteger.ONE).max(BigInteger.ONE);
      assertThat(InterruptibleMath.sqrt(below)).isEqualTo(below.sqrt());
    }
  }

  @Test
  void shouldRoundTheRootLikeBigDecimal() {
    for (int i = 0; i < 500; i++) {
      BigDecimal value =
          new BigDecimal(
              new BigInteger(1 + random.nextInt(600), random).setBit(0), random.nextInt(90));
      int scale = random.nextInt(60);
      int precision = Math.max(1, value.precision() - value.scale()) / 2 + scale + 12;
      assertThat(DecimalMath.sqrt(value, scale))
          .isEqualTo(
              value
                  .sqrt(new MathContext(precision, RoundingMode.DOWN))
                  .setScale(scale, RoundingMode.HALF_UP));
    }
  }

  @Test
  void shouldWriteDigitsLikeBigDecimal() {
    for (int i = 0; i < 150; i++) {
      BigInteger units = new BigInteger(random.nextInt(40_000), random);
      BigDecimal value =
          new BigDecimal(i % 2 == 0 ? units : units.negate(), random.nextInt(13_000));
      assertThat(InterruptibleMath.toPlainString(value)).isEqualTo(value.toPlainString());
    }
    for (int exponent : new int[] {1805, 1806, 1807, 3999, 4000, 4001, 20_000, 131_071}) {
      BigDecimal power = BigDecimal.TEN.pow(exponent);
      BigDecimal nines = power.subtract(BigDecimal.ONE);
      assertThat(InterruptibleMath.toPlainString(power)).isEqualTo(power.toPlainString());
      assertThat(InterruptibleMath.toPlainString(nines)).isEqualTo(nines.toPlainString());
    }
  }
}

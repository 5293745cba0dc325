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
  void shouldDivideLikeBigInteger() {
    for (int i = 0; i < 18; i++) {
      BigInteger divisor = number(i < 9 ? 300_000 : 900_000);
      BigInteger dividend =
          switch (i % 3) {
            case 0 -> number(900_000);
            case 1 -> divisor.multiply(number(500_000));
            default -> divisor.multiply(number(500_000)).subtract(BigInteger.ONE);
          };
      BigInteger signed = i % 2 == 0 ? dividend : dividend.negate();
      BigInteger[] expected = signed.divideAndRemainder(divisor);
      assertThat(InterruptibleMath.divide(signed, divisor)).containsExactly(expected);
      assertThat(InterruptibleMath.divide(signed, divisor.negate()))
          .containsExactly(expected[0].negate(), expected[1]);
    }
  }

  /** Returns a positive number with at most so many bits, now and then of ones or zeros only. */
  private BigInteger number(int bitsMax) {
    int bits = 1 + random.nextInt(bitsMax);
    return switch (random.nextInt(4)) {
      case 0 -> BigInteger.ONE.shiftLeft(bits);
      case 1 -> BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE);
      default -> new BigInteger(bits, random).setBit(bits);
    };
  }

  @Test
  void shouldParseDigitsLikeBigInteger() {
    for (int length : new int[] {1, 2000, 2001, 4001, 50_000}) {
      String digits = "9" + "0123456789".repeat(length / 10 + 1).substring(0, length - 1);
      assertThat(InterruptibleMath.parseDigits(digits)).isEqualTo(new BigInteger(digits));
    }
    assertThat(InterruptibleMath.powerOfTen(70_001)).isEqualTo(BigInteger.TEN.pow(70_001));
  }

  @Test
  void shouldFindTheCommonDivisorLikeBigInteger() {
    for (int i = 0; i < 60; i++) {
      BigInteger common = new BigInteger(random.nextInt(20_000), random);
      BigInteger left = new BigInteger(random.nextInt(20_000), random).multiply(common);
      BigInteger right = new BigInteger(random.nextInt(20_000), random).multiply(common).negate();
      assertThat(InterruptibleMath.gcd(left, right)).isEqualTo(left.gcd(right));
      assertThat(InterruptibleMath.gcd(left, BigInteger.ZERO)).isEqualTo(left);
      assertThat(InterruptibleMath.gcd(BigInteger.ZERO, right)).isEqualTo(right.abs());
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

package dev.colonnade.sql.function.library.numeric;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Powers, roots, logarithms and factorials of NUMERIC; all results are PostgreSQL's. */
class DecimalMathTest {
  private static BigDecimal decimal(String text) {
    return new BigDecimal(text);
  }

  private static void assertFails(ThrowingCallable work, String sqlState, String message) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work)
        .withMessage(message)
        .satisfies(e -> assertThat(e.sqlState()).isEqualTo(sqlState));
  }

  private static String md5(BigDecimal value) throws Exception {
    byte[] text = value.toPlainString().getBytes(US_ASCII);
    return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 0.5, 1.4142135623730950",
    "123.456, 7.89, 31771028258180977.309",
    "0.001, -0.7, 125.89254117941672",
    "2, 100, 1267650600228229401496703205376.0000000000000000",
    "10, -20, 0.0000000000000000",
    "1.0000001, 1000000, 1.1051709125497934",
    "0.5, 17, 0.0000076293945313",
    "1.5, -3, 0.2962962962962963",
    "-2, -3, -0.1250000000000000",
    "-1, 10000000001, -1.0000000000000000",
    "0, 0, 1.0000000000000000",
    "0, 1.5, 0.0000000000000000",
    "7.123456789012345678, 1, 7.123456789012345678",
    "0.3, -1, 3.3333333333333333",
    "1.1, 2, 1.2100000000000000",
  })
  void shouldRaiseToAPower(String base, String exponent, String expected) {
    assertThat(MathFunctions.powerDecimal(decimal(base), decimal(exponent)).toPlainString())
        .isEqualTo(expected);
  }

  @Test
  void shouldRaiseToLargePowers() throws Exception {
    BigDecimal ten = MathFunctions.powerDecimal(BigDecimal.TEN, decimal("131071"));
    assertThat(ten.toPlainString()).hasSize(131_089);
    assertThat(md5(ten)).isEqualTo("40346b64a9cfb1b02a7873216b5b2d36");
    assertThat(md5(MathFunctions.powerDecimal(BigDecimal.TWO, decimal("1000"))))
        .isEqualTo("e1d98a4f42306cf05f937f2a28708649");
    assertThat(md5(MathFunctions.powerDecimal(decimal("3.7"), decimal("20000"))))
        .isEqualTo("73e9b4341c0541a27ab10096af633049");
  }

  @Test
  void shouldReportPowersThatOverflow() {
    String overflow = "value overflows numeric format";
    assertFails(
        () -> MathFunctions.powerDecimal(BigDecimal.TEN, decimal("131072")), "22003", overflow);
    assertFails(
        () -> MathFunctions.powerDecimal(decimal("0.1"), decimal("-131072")), "22003", overflow);
    assertFails(
        () -> MathFunctions.powerDecimal(decimal("7"), decimal("2147483647")), "22003", overflow);
    assertFails(
        () -> MathFunctions.powerDecimal(decimal("7"), decimal("1e100000")), "22003", overflow);
    assertThat(MathFunctions.powerDecimal(decimal("0.7"), decimal("1e100000")).signum()).isZero();
    assertThat(MathFunctions.powerDecimal(decimal("7"), decimal("-2147483648")).signum()).isZero();
  }

  @Test
  void shouldReportPowersThatAreUndefined() {
    assertFails(
        () -> MathFunctions.powerDecimal(BigDecimal.ZERO, decimal("-1")),
        "2201F",
        "zero raised to a negative power is undefined");
    assertFails(
        () -> MathFunctions.powerDecimal(decimal("-8"), decimal("0.3333333333333333")),
        "2201F",
        "a negative number raised to a non-integer power yields a complex result");
  }

  @ParameterizedTest
  @CsvSource({
    "1.0, 2.7182818284590452",
    "-1, 0.3678794411714423",
    "100.5, 44319559098458954160107061979564816895899481.9",
    "0, 1.0000000000000000",
  })
  void shouldComputeTheExponentialFunction(String value, String expected) {
    assertThat(MathFunctions.expDecimal(decimal(value)).toPlainString()).isEqualTo(expected);
  }

  @Test
  void shouldLimitTheExponentialFunction() throws Exception {
    assertThat(md5(MathFunctions.expDecimal(decimal("5999.5"))))
        .isEqualTo("7ef85a4ef11ef52d3fd69687f10bd7d8");
    assertFails(
        () -> MathFunctions.expDecimal(decimal("6000")), "22003", "value overflows numeric format");
    assertFails(
        () -> MathFunctions.expDecimal(decimal("1e100000")),
        "22003",
        "value overflows numeric format");
    assertThat(MathFunctions.expDecimal(decimal("-6000")))
        .isEqualTo(BigDecimal.ZERO.setScale(1000));
  }

  @ParameterizedTest
  @CsvSource({
    "2.0, 0.6931471805599453",
    "0.5, -0.6931471805599453",
    "1e1000, 2302.5850929940457",
    "1.0000000000000000000001, 0.00000000000000000000010000000000000000",
    "1, 0.0000000000000000",
  })
  void shouldComputeTheNaturalLogarithm(String value, String expected) {
    BigDecimal number = decimal(value);
    BigDecimal scaled = number.scale() < 0 ? number.setScale(0) : number;
    assertThat(MathFunctions.lnDecimal(scaled).toPlainString()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2.0, 1000000000000000000000000000000, 99.657842846620870",
    "1.0000001, 7, 19459102.463508191",
    "10, 100.0, 2.0000000000000000",
    "10, 0.001, -3.0000000000000000",
  })
  void shouldComputeLogarithmsToABase(String base, String value, String expected) {
    assertThat(MathFunctions.logBase(decimal(base), decimal(value)).toPlainString())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "2, 1.414213562373095",
    "0.0001, 0.01000000000000000",
    "123456789012345678901234567890, 351364182882014.4",
    "0, 0.000000000000000",
  })
  void shouldComputeSquareRoots(String value, String expected) {
    assertThat(MathFunctions.sqrtDecimal(decimal(value)).toPlainString()).isEqualTo(expected);
  }

  @Test
  void shouldComputeFactorials() throws Exception {
    assertThat(MathFunctions.factorial(0)).isEqualTo(BigDecimal.ONE);
    assertThat(MathFunctions.factorial(5)).isEqualTo(BigDecimal.valueOf(120));
    assertThat(md5(MathFunctions.factorial(3000))).isEqualTo("dff139fd256b93fa8f78ef7b75943e04");
    assertThat(MathFunctions.factorial(32_177).precision()).isEqualTo(131_068);
    assertFails(() -> MathFunctions.factorial(32_178), "22003", "value overflows numeric format");
    assertFails(
        () -> MathFunctions.factorial(-1), "22003", "factorial of a negative number is undefined");
  }

  @Test
  void shouldDivideLongNumbers() {
    BigDecimal large = decimal("1e131071").setScale(0);
    assertThat(CheckedArithmetic.modDecimal(large, decimal("7"))).isEqualTo(decimal("3"));
    assertThat(CheckedArithmetic.modDecimal(decimal("7.5"), decimal("-2"))).isEqualTo("1.5");
    assertThat(CheckedArithmetic.modDecimal(decimal("1e50").setScale(0), decimal("7.7")))
        .isEqualTo(decimal("7.6"));
    assertThat(MathFunctions.div(decimal("1e50").setScale(0), decimal("7.7")).toPlainString())
        .isEqualTo("12987012987012987012987012987012987012987012987012");
  }

  @Test
  void shouldLimitTheScaleOfRoundedNumbers() {
    assertThat(MathFunctions.roundDigits(BigDecimal.ONE, 1500).scale()).isEqualTo(1500);
    assertThat(MathFunctions.roundDigits(decimal("123456.789"), -3).toPlainString())
        .isEqualTo("123000");
    BigDecimal large = decimal("9e131071").setScale(0);
    assertFails(
        () -> MathFunctions.roundDigits(large, -131_072),
        "22003",
        "value overflows numeric format");
  }
}

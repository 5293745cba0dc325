package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReadableNumbersTest {
  @Test
  void shouldSeparateThousands() {
    assertThat(ReadableNumbers.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(ReadableNumbers.count(-5)).isEqualTo("-5");
  }

  @Test
  void shouldShowBytesInTheUnitThatFits() {
    assertThat(ReadableNumbers.bytes(0)).isEqualTo("0 B");
    assertThat(ReadableNumbers.bytes(1023)).isEqualTo("1023 B");
    assertThat(ReadableNumbers.bytes(1024)).isEqualTo("1.00 KiB");
    assertThat(ReadableNumbers.bytes(15_938_355)).isEqualTo("15.2 MiB");
    assertThat(ReadableNumbers.bytes(3L << 30)).isEqualTo("3.00 GiB");
  }

  @Test
  void shouldApproximateWithThreeDigits() {
    assertThat(ReadableNumbers.approximate(0.25)).isEqualTo("0.25");
    assertThat(ReadableNumbers.approximate(42.54)).isEqualTo("42.5");
    assertThat(ReadableNumbers.approximate(1234)).isEqualTo("1,234");
    assertThat(ReadableNumbers.approximate(45_678)).isEqualTo("45.7 k");
    assertThat(ReadableNumbers.approximate(999_999)).isEqualTo("1.00 M");
    assertThat(ReadableNumbers.approximate(12_345_678)).isEqualTo("12.3 M");
    assertThat(ReadableNumbers.approximate(2e9)).isEqualTo("2.00 G");
  }

  @Test
  void shouldShowDurationsInTheUnitThatFits() {
    assertThat(ReadableNumbers.duration(999)).isEqualTo("1.00 us");
    assertThat(ReadableNumbers.duration(789_000)).isEqualTo("789 us");
    assertThat(ReadableNumbers.duration(45_600_000)).isEqualTo("45.6 ms");
    assertThat(ReadableNumbers.duration(1_230_000_000)).isEqualTo("1.23 s");
  }

  @Test
  void shouldShowCentsAsDecimals() {
    assertThat(ReadableNumbers.cents(123_450)).isEqualTo("1,234.50");
    assertThat(ReadableNumbers.cents(-5)).isEqualTo("-0.05");
  }
}

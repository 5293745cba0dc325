package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class FiguresTest {
  @Test
  void shouldSeparateThousands() {
    assertThat(Figures.count(1_234_567)).isEqualTo("1,234,567");
    assertThat(Figures.count(-5)).isEqualTo("-5");
  }

  @Test
  void shouldShowBytesInTheUnitThatFits() {
    assertThat(Figures.bytes(0)).isEqualTo("0 B");
    assertThat(Figures.bytes(1023)).isEqualTo("1023 B");
    assertThat(Figures.bytes(1024)).isEqualTo("1.00 KiB");
    assertThat(Figures.bytes(15_938_355)).isEqualTo("15.2 MiB");
    assertThat(Figures.bytes(3L << 30)).isEqualTo("3.00 GiB");
  }

  @Test
  void shouldApproximateWithThreeDigits() {
    assertThat(Figures.approximate(0.25)).isEqualTo("0.25");
    assertThat(Figures.approximate(42.54)).isEqualTo("42.5");
    assertThat(Figures.approximate(1234)).isEqualTo("1,234");
    assertThat(Figures.approximate(45_678)).isEqualTo("45.7 k");
    assertThat(Figures.approximate(999_999)).isEqualTo("1.00 M");
    assertThat(Figures.approximate(12_345_678)).isEqualTo("12.3 M");
    assertThat(Figures.approximate(2e9)).isEqualTo("2.00 G");
  }

  @Test
  void shouldShowDurationsInTheUnitThatFits() {
    assertThat(Figures.duration(999)).isEqualTo("1.00 us");
    assertThat(Figures.duration(789_000)).isEqualTo("789 us");
    assertThat(Figures.duration(45_600_000)).isEqualTo("45.6 ms");
    assertThat(Figures.duration(1_230_000_000)).isEqualTo("1.23 s");
  }

  @Test
  void shouldShowCentsAsDecimals() {
    assertThat(Figures.cents(123_450)).isEqualTo("1,234.50");
    assertThat(Figures.cents(-5)).isEqualTo("-0.05");
  }
}

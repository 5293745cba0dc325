package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StatisticsTest {
  @Test
  void shouldReturnTheMedianOfAnOddCount() {
    assertThat(Statistics.median(9, 1, 5)).isEqualTo(5);
    assertThat(Statistics.median(7)).isEqualTo(7);
  }

  @Test
  void shouldReturnTheMeanOfTheMiddleTwoOfAnEvenCount() {
    assertThat(Statistics.median(10, 1, 2, 4)).isEqualTo(3);
  }

  @Test
  void shouldNotModifyTheValues() {
    double[] values = {3, 1, 2};
    Statistics.median(values);
    assertThat(values).containsExactly(3, 1, 2);
  }

  @Test
  void shouldRejectNoValues() {
    assertThatThrownBy(Statistics::median)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values are empty");
  }

  @Test
  void shouldReturnTheRangeRelativeToTheMedian() {
    assertThat(Statistics.spread(90, 100, 120)).isEqualTo(0.3);
    assertThat(Statistics.spread(5)).isZero();
    assertThat(Statistics.spread(0, 0)).isZero();
  }

  @Test
  void shouldComputeRates() {
    assertThat(Statistics.perSecond(10, 500_000_000)).isEqualTo(20);
    assertThat(Statistics.perSecond(1, 0)).isEqualTo(1e9);
  }
}

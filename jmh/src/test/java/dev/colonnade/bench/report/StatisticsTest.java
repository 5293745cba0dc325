package dev.colonnade.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class StatisticsTest {
  @Test
  void shouldTakeTheMiddleOfAnOddCount() {
    assertThat(Statistics.median(9, 1, 5)).isEqualTo(5);
    assertThat(Statistics.median(7)).isEqualTo(7);
  }

  @Test
  void shouldTakeTheMeanOfTheTwoInTheMiddle() {
    assertThat(Statistics.median(10, 1, 2, 4)).isEqualTo(3);
  }

  @Test
  void shouldLeaveTheValuesAsTheyAre() {
    double[] values = {3, 1, 2};
    Statistics.median(values);
    assertThat(values).containsExactly(3, 1, 2);
  }

  @Test
  void shouldRefuseNoValues() {
    assertThatThrownBy(Statistics::median)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("values are empty");
  }

  @Test
  void shouldTellTheSpreadAsAShareOfTheMedian() {
    assertThat(Statistics.spread(90, 100, 120)).isEqualTo(0.3);
    assertThat(Statistics.spread(5)).isZero();
    assertThat(Statistics.spread(0, 0)).isZero();
  }
}

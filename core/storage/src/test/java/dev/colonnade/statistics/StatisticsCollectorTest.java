package dev.colonnade.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.colonnade.error.ColonnadeException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StatisticsCollectorTest {
  private static final int ROWS = 100_000;

  /** Columns: 1 a key, 2 one of ten words with half of the rows "even", 3 NULL in every fourth. */
  private static TableStatistics collected() {
    StatisticsCollector collector =
        new StatisticsCollector(7, List.of(1, 2, 3), new SplittableRandom(1));
    for (int i = 0; i < ROWS; i++) {
      String word = i % 2 == 0 ? "even" : "w" + i % 10;
      collector.add(new Object[] {i, word, i % 4 == 0 ? null : (Object) (long) (i % 1000)});
    }
    return collector.statistics(ROWS, List.of(List.of(2, 3)));
  }

  private static ColumnStatistics column(int id) {
    return requireNonNull(collected().find(id));
  }

  @Test
  void shouldCountDistinctValuesAndNulls() {
    assertThat(column(1).distinctCount()).isCloseTo(ROWS, within(0.06 * ROWS));
    assertThat(column(2).distinctCount()).isEqualTo(6);
    assertThat(column(3).nullFraction()).isCloseTo(0.25, within(0.01));
    assertThat(column(3).distinctCount()).isCloseTo(750, within(45.0));
  }

  @Test
  void shouldEstimateEqualitySelectivity() {
    assertThat(column(2).equalFraction("even")).isCloseTo(0.5, within(0.02));
    assertThat(column(2).equalFraction("w3")).isCloseTo(0.1, within(0.02));
    assertThat(column(1).equalFraction(55)).isCloseTo(1.0 / ROWS, within(2.0 / ROWS));
  }

  @Test
  void shouldEstimateLessThanSelectivity() {
    assertThat(column(1).lessFraction(25_000)).isCloseTo(0.25, within(0.02));
    assertThat(column(1).lessFraction(-1)).isZero();
    assertThat(column(1).lessFraction(ROWS * 2)).isCloseTo(1, within(0.001));
    assertThat(column(3).lessFraction(500L)).isCloseTo(0.375, within(0.02));
  }

  @Test
  void shouldScaleDistinctValuesOfAKeyWithItsTable() {
    assertThat(collected().distinctCount(1, 10.0 * ROWS))
        .isCloseTo(10.0 * ROWS, within(0.6 * ROWS));
    assertThat(collected().distinctCount(2, 10.0 * ROWS)).isEqualTo(6);
  }

  @Test
  void shouldCountCombinationsOfValues() {
    // Of 20 pairs of remainders by 10 and by 1000, NULL besides.
    assertThat(collected().distinctCount(Set.of(3, 2), ROWS)).isCloseTo(755, within(40.0));
    assertThat(collected().distinctCount(Set.of(1, 2), ROWS)).isZero();
  }

  @Test
  void shouldMeasureTheCorrelationOfOrders() {
    assertThat(column(1).correlation()).isCloseTo(1, within(0.001));
    assertThat(column(3).correlation()).isCloseTo(0, within(0.1));
  }

  @Test
  void shouldMeasureTheWidthOfValues() {
    assertThat(column(1).widthBytes()).isEqualTo(4);
    assertThat(column(2).widthBytes()).isCloseTo(3, within(0.1));
  }

  @Test
  void shouldDescribeAllRowsOfASmallTableExactly() {
    StatisticsCollector collector = new StatisticsCollector(7, List.of(1), new SplittableRandom(1));
    for (int i = 0; i < 1000; i++) {
      collector.add(new Object[] {i % 8 == 0 ? null : (Object) (i % 300)});
    }
    ColumnStatistics found = requireNonNull(collector.statistics(1000, List.of()).find(1));
    assertThat(found.nullFraction()).isEqualTo(0.125);
    assertThat(found.distinctCount()).isEqualTo(300);
  }

  @Test
  void shouldReadARecordOfTheFormerFormat() {
    TableStatistics known =
        new TableStatistics(
            7, 3, List.of(new ColumnStatistics(1, 0.5, 3, List.of(), List.of(1.0, 2.0))));
    byte[] bytes = StatisticsCodec.encode(known);
    bytes[0] = StatisticsLayout.FORMAT_OF_COLUMNS;
    int added = 2 * Double.BYTES + Short.BYTES;
    byte[] former = Arrays.copyOf(bytes, bytes.length - added);
    assertThat(StatisticsCodec.decode(StatisticsLayout.key(7), former)).isEqualTo(known);
  }

  @Test
  void shouldReadWhatWasWritten() {
    TableStatistics statistics = collected();
    byte[] bytes = StatisticsCodec.encode(statistics);
    assertThat(StatisticsCodec.decode(StatisticsLayout.key(7), bytes)).isEqualTo(statistics);
  }

  @Test
  void shouldRejectATruncatedRecord() {
    TableStatistics statistics =
        new TableStatistics(7, 3, List.of(new ColumnStatistics(1, 0, 3, List.of(), List.of(1.0))));
    byte[] bytes = StatisticsCodec.encode(statistics);
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      assertThatThrownBy(() -> StatisticsCodec.decode(StatisticsLayout.key(7), cut))
          .isInstanceOf(ColonnadeException.class);
    }
  }
}

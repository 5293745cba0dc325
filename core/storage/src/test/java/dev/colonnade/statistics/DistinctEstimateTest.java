package dev.colonnade.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class DistinctEstimateTest {
  private static final int SAMPLED = 30_000;
  private static final int ROWS = 6_000_000;
  private static final int STRATUM_ROWS = 3 * ROWS / SAMPLED;

  /** Value of a row that is NULL. */
  private static final int NULL = -1;

  /** Returns the estimate of a column from three rows, a few rows apart, at random positions. */
  private static double estimate(IntUnaryOperator valueOfRow) {
    return estimate(valueOfRow, ROWS, 0);
  }

  /**
   * Variant of {@link #estimate(IntUnaryOperator)}.
   *
   * @param rows number of rows that are not NULL
   * @param missing share of the rows of the sample that are missing
   */
  private static double estimate(IntUnaryOperator valueOfRow, double rows, double missing) {
    SplittableRandom random = new SplittableRandom(5);
    List<Object> values = new ArrayList<>();
    List<Long> numbers = new ArrayList<>();
    int position = 0;
    for (int i = 0; i < SAMPLED; i++) {
      if (i % 3 == 0) {
        position = i / 3 * STRATUM_ROWS + random.nextInt(STRATUM_ROWS - 30);
      }
      int row = position + (i % 3 == 0 ? 0 : 8 + i % 3);
      int value = valueOfRow.applyAsInt(row);
      if (value != NULL && random.nextDouble() >= missing) {
        values.add(value);
        numbers.add((long) i);
      }
    }
    return estimate(values.toArray(), numbers.stream().mapToLong(Long::longValue).toArray(), rows);
  }

  private static double estimate(Object[] values, long[] numbers, double rows) {
    return DistinctEstimate.of(
        new DistinctEstimate.Sample(values, numbers),
        DistinctEstimate.counts(values),
        rows,
        Math.max(rows, ROWS));
  }

  private static int scrambled(int row, int count) {
    return (int) Math.floorMod(new SplittableRandom(row).nextLong(), (long) count);
  }

  @Test
  void shouldCountFewValuesExactly() {
    assertThat(estimate(row -> scrambled(row, 7))).isEqualTo(7);
  }

  @Test
  void shouldEstimateManyValuesInRandomOrder() {
    assertThat(estimate(row -> scrambled(row, 2_500))).isCloseTo(2_500, within(50.0));
    assertThat(estimate(row -> scrambled(row, 200_000))).isCloseTo(200_000, within(20_000.0));
  }

  @Test
  void shouldEstimateValuesOfNeighboringRows() {
    assertThat(estimate(row -> row / 4)).isCloseTo(1_500_000, within(60_000.0));
    assertThat(estimate(row -> row / 1_000)).isCloseTo(6_000, within(600.0));
  }

  @Test
  void shouldTakeAColumnWithoutRepetitionForUnique() {
    assertThat(estimate(row -> row)).isEqualTo(ROWS);
  }

  @Test
  void shouldCountAllRowsExactly() {
    assertThat(estimate(new Object[] {1, 1, 2, 3}, new long[] {0, 1, 2, 3}, 4)).isEqualTo(3);
    assertThat(estimate(new Object[0], new long[0], 0)).isZero();
  }

  @Test
  void shouldEstimateValuesOfNeighboringRowsBetweenNulls() {
    assertThat(estimate(row -> scrambled(row, 3) == 0 ? NULL : row / 30, ROWS * 2 / 3.0, 0))
        .isCloseTo(200_000, within(20_000.0));
    assertThat(estimate(row -> row % 100 != 0 ? NULL : row / 20_000, ROWS / 100.0, 0))
        .isCloseTo(300, within(60.0));
  }

  @Test
  void shouldNotTakeRunsBetweenNullsForRunsOfAllRows() {
    // 600,000 values in two neighbors each, all of which are equal.
    assertThat(estimate(row -> row % 10 < 2 ? row / 10 : NULL, ROWS / 5.0, 0))
        .isBetween(400_000.0, ROWS / 5.0);
  }

  @Test
  void shouldEstimateValuesOfNeighboringRowsOfIncompletePositions() {
    assertThat(estimate(row -> row / 4, ROWS, 0.01)).isCloseTo(1_500_000, within(60_000.0));
    assertThat(estimate(row -> row / 4, ROWS, 0.3)).isCloseTo(1_500_000, within(90_000.0));
  }
}

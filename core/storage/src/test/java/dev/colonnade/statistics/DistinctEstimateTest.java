package dev.colonnade.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

class DistinctEstimateTest {
  private static final int SAMPLED = 30_000;
  private static final int ROWS = 6_000_000;
  private static final int STRATUM_ROWS = 3 * ROWS / SAMPLED;

  /** Returns the estimate of a column from three rows, a few rows apart, at random positions. */
  private static double estimate(IntUnaryOperator valueOfRow) {
    SplittableRandom random = new SplittableRandom(5);
    Object[] values = new Object[SAMPLED];
    int position = 0;
    for (int i = 0; i < SAMPLED; i++) {
      if (i % 3 == 0) {
        position = i / 3 * STRATUM_ROWS + random.nextInt(STRATUM_ROWS - 30);
      }
      int row = position + (i % 3 == 0 ? 0 : 8 + i % 3);
      values[i] = valueOfRow.applyAsInt(row);
    }
    return DistinctEstimate.of(values, ROWS);
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
    assertThat(DistinctEstimate.of(new Object[] {1, 1, 2, 3}, 4)).isEqualTo(3);
    assertThat(DistinctEstimate.of(new Object[0], 0)).isZero();
  }
}

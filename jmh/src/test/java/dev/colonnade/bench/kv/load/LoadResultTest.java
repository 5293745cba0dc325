package dev.colonnade.bench.kv.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class LoadResultTest {
  private static final int MIB = 1 << 20;
  private static final SplitSetup SETUP = new SplitSetup(MIB, 4, true, true);

  @Test
  void shouldReturnTheLargestRangeRelativeToTheLimit() {
    LoadResult result = LoadResults.of(SETUP, 100, MIB, 3 * MIB, 2 * MIB, MIB);
    assertThat(result.largestBytes()).isEqualTo(3 * MIB);
    assertThat(result.largestRatio()).isEqualTo(3);
    assertThat(result.steadyRatio()).as("from the third second on").isEqualTo(2);
  }

  @Test
  void shouldCountWritesAfterTheWarmUp() {
    LoadResult result = LoadResults.of(SETUP, 100, MIB, MIB);
    assertThat(result.throughput()).isEqualTo(100);
    assertThat(result.percentileMicros(99)).isBetween(99.0, 101.0);
    assertThat(result.settleSeconds()).isEqualTo(0.5);
  }

  @Test
  void shouldCountSplitsBetweenTheFirstSampleAndTheLast() {
    LoadResult result = LoadResults.of(SETUP, 100, MIB, MIB, MIB, MIB);
    assertThat(result.splits()).isEqualTo(6);
    assertThat(result.rangeCount()).isEqualTo(6);
    assertThat(result.queueLengthMax()).isEqualTo(2);
  }
}

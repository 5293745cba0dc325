package dev.colonnade.bench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LoadResultTest {
  private static final int MIB = 1 << 20;
  private static final SplitSetup SETUP = new SplitSetup(MIB, 4, true, true);

  @Test
  void shouldTellTheLargestRangeByTheLimit() {
    LoadResult result = LoadResults.of(SETUP, 100, MIB, 3 * MIB, 2 * MIB, MIB);
    assertThat(result.largestBytes()).isEqualTo(3 * MIB);
    assertThat(result.largestRatio()).isEqualTo(3);
    assertThat(result.steadyRatio()).as("from the third second on").isEqualTo(2);
  }

  @Test
  void shouldCountWritesBehindTheWarmUp() {
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

  @Test
  void shouldSayWhichLinesHold() {
    LoadResult plain = LoadResults.of(SETUP.withoutSplits(), 100, 50L * MIB);
    GridLine line =
        GridLine.ALL.stream().filter(it -> it.setup().equals(SETUP)).findFirst().orElseThrow();
    GridCell held = new GridCell(LoadResults.of(SETUP, 190, 2 * MIB), plain);
    GridCell tooLarge = new GridCell(LoadResults.of(SETUP, 190, 2 * MIB + 1), plain);
    GridCell tooSlow = new GridCell(LoadResults.of(SETUP, 210, 2 * MIB), plain);
    assertThat(line.holds(held)).isTrue();
    assertThat(line.holds(tooLarge)).isFalse();
    assertThat(line.holds(tooSlow)).isFalse();
    assertThat(line.find(List.of(tooLarge))).isSameAs(tooLarge);
    assertThat(held.keepsThroughput()).isTrue();
    assertThat(held.keepsUp()).isTrue();
  }
}

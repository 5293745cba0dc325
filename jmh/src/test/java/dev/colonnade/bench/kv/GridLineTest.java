package dev.colonnade.bench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class GridLineTest {
  private static final int MIB = 1 << 20;
  private static final SplitSetup SETUP = new SplitSetup(MIB, 4, true, true);

  @Test
  void shouldCompareResultsWithTheTarget() {
    SplitSetup withoutSplits = new SplitSetup(MIB, 4, false, false);
    LoadResult plain = LoadResults.of(withoutSplits, 100, 50L * MIB);
    GridLine line =
        GridLine.ALL.stream().filter(it -> it.setup().equals(SETUP)).findFirst().orElseThrow();
    GridCell met = new GridCell(LoadResults.of(SETUP, 190, 2 * MIB), plain);
    GridCell tooLarge = new GridCell(LoadResults.of(SETUP, 190, 2 * MIB + 1), plain);
    GridCell tooSlow = new GridCell(LoadResults.of(SETUP, 210, 2 * MIB), plain);

    assertThat(line.isMetBy(met)).isTrue();
    assertThat(line.isMetBy(tooLarge)).isFalse();
    assertThat(line.isMetBy(tooSlow)).isFalse();
    assertThat(line.find(List.of(tooLarge))).isSameAs(tooLarge);
    assertThat(met.keepsThroughput()).isTrue();
    assertThat(met.keepsUp()).isTrue();
  }
}

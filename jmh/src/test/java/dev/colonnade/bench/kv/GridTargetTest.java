package dev.colonnade.bench.kv;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.kv.load.LoadResult;
import dev.colonnade.bench.kv.load.LoadResults;
import dev.colonnade.bench.kv.load.SplitSetup;
import java.util.List;
import org.junit.jupiter.api.Test;

final class GridTargetTest {
  private static final int MIB = 1 << 20;
  private static final SplitSetup SETUP = new SplitSetup(MIB, 4, true, true);

  @Test
  void shouldCompareResultsWithTheTarget() {
    SplitSetup withoutSplits = new SplitSetup(MIB, 4, false, false);
    LoadResult plain = LoadResults.of(withoutSplits, 100, 50L * MIB);
    GridTarget line =
        GridTarget.ALL.stream().filter(it -> it.setup().equals(SETUP)).findFirst().orElseThrow();
    GridResult met = new GridResult(LoadResults.of(SETUP, 190, 2 * MIB), plain);
    GridResult tooLarge = new GridResult(LoadResults.of(SETUP, 190, 2 * MIB + 1), plain);
    GridResult tooSlow = new GridResult(LoadResults.of(SETUP, 210, 2 * MIB), plain);

    assertThat(line.isMetBy(met)).isTrue();
    assertThat(line.isMetBy(tooLarge)).isFalse();
    assertThat(line.isMetBy(tooSlow)).isFalse();
    assertThat(line.find(List.of(tooLarge))).isSameAs(tooLarge);
    assertThat(met.keepsThroughput()).isTrue();
    assertThat(met.keepsUp()).isTrue();
  }
}

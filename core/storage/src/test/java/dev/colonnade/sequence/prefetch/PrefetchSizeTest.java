package dev.colonnade.sequence.prefetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PrefetchSizeTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final PrefetchSize size = new PrefetchSize(new BlockSizeLimits(100, 1000, 1 << 20));

  @Test
  void shouldDoubleUpToTheRange() {
    usedBlockIn(SECOND - 1);
    assertThat(size.block()).isEqualTo(200);
    usedBlockIn(SECOND / 2);
    usedBlockIn(SECOND / 2);
    assertThat(size.block()).isEqualTo(800);
    usedBlockIn(SECOND / 2);
    usedBlockIn(SECOND / 2);
    assertThat(size.block()).isEqualTo(1000);
  }

  @Test
  void shouldKeepHalveAndStartOver() {
    for (int block = 0; block < 4; block++) {
      usedBlockIn(SECOND / 2);
    }
    usedBlockIn(SECOND);
    assertThat(size.block()).isEqualTo(1000);
    usedBlockIn(3 * SECOND);
    assertThat(size.block()).isEqualTo(1000);
    usedBlockIn(3 * SECOND + 1000);
    assertThat(size.block()).isEqualTo(500);
    usedBlockIn(4 * SECOND);
    usedBlockIn(4 * SECOND);
    usedBlockIn(4 * SECOND);
    assertThat(size.block()).isEqualTo(100);
    usedBlockIn(SECOND / 2);
    usedBlockIn(SECOND / 2);
    usedBlockIn(5 * SECOND);
    assertThat(size.block()).isEqualTo(100);
  }

  @Test
  void shouldReserveTwiceWhatIsUsedWhileABlockIsWritten() {
    size.written(5 * MILLI);
    size.used(1000, MILLI);
    assertThat(size.block()).isEqualTo(10_000);
    size.used(10_000, 2 * SECOND);
    assertThat(size.block()).isLessThanOrEqualTo(1000);
  }

  @Test
  void shouldReserveNoMoreAheadThanTheLimit() {
    size.written(SECOND);
    size.used(1_000_000, MILLI);
    assertThat(size.block()).isEqualTo(1 << 20);
  }

  @Test
  void shouldForgetSlowWritesSlowly() {
    size.written(8 * MILLI);
    size.written(MILLI);
    size.used(1000, MILLI);
    assertThat(size.block()).isEqualTo(14_000);
  }

  @Test
  void shouldPrefetchAtTheFirstClaimIfBlocksAreUsedUpFast() {
    assertThat(size.lowWater(100)).isEqualTo(50);
    usedBlockIn(SECOND / 2);
    assertThat(size.lowWater(100)).isZero();
    usedBlockIn(2 * SECOND);
    assertThat(size.lowWater(100)).isEqualTo(50);
  }

  @Test
  void shouldLimitMinimumCacheByRange() {
    assertThat(BlockSizeLimits.of(1, 100, 1000, 9)).isEqualTo(new BlockSizeLimits(100, 1000, 9));
    assertThat(BlockSizeLimits.of(1, 100, 1, 9)).isEqualTo(new BlockSizeLimits(1, 1, 9));
    assertThat(BlockSizeLimits.of(5000, 100, 1000, 9))
        .isEqualTo(new BlockSizeLimits(5000, 5000, 9));
    assertThat(BlockSizeLimits.of(Long.MAX_VALUE, 1, 1, 9).base())
        .isEqualTo(BlockSizeLimits.VALUES_MAX);
  }

  private void usedBlockIn(long nanos) {
    size.used(size.block(), nanos);
  }
}

package dev.colonnade.split.load;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.ManualTicker;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RangeLoadsTest {
  private static final LimitTable LIMITS =
      LimitTable.of(RangeLimits.DEFAULT.withRequestsPerSecondMax(500));

  private final MemoryStore store = new MemoryStore();
  private final Ranges ranges = Ranges.open(store, RowBoundaries.SINGLE);
  private final MvccFixture mvcc = new MvccFixture(store, ranges);
  private final ManualTicker ticker = new ManualTicker();
  private final RangeLoads loads = new RangeLoads(ranges, ticker, Duration.ofSeconds(10));
  private final Random random = Seed.random("RangeLoadsTest");

  @AfterEach
  void close() {
    mvcc.close();
  }

  /** Reads {@code perSecond} keys per second for the given number of seconds. */
  private void read(int seconds, int perSecond, Supplier<Key> keys) {
    for (int second = 0; second < seconds; second++) {
      for (int read = 0; read < perSecond; read++) {
        loads.read(keys.get());
      }
      ticker.advance(Duration.ofSeconds(1));
      loads.tick(LIMITS);
    }
  }

  private Key uniform() {
    return key("k%04d".formatted(random.nextInt(10_000)));
  }

  private RangeDescriptor range() {
    return ranges.lookup(Key.EMPTY);
  }

  @Test
  void shouldConvergeToTheRateAndDecay() {
    read(30, 100, this::uniform);
    assertThat(loads.of(range()).readsPerSecond()).isBetween(95.0, 101.0);
    loads.of(range()).countWrites(key("k"), 50);
    read(1, 0, this::uniform);
    assertThat(loads.of(range()).writesPerSecond()).isBetween(5.0, 50.0);
    read(60, 0, this::uniform);
    assertThat(loads.of(range()).requestsPerSecond()).isLessThan(1);
  }

  @Test
  void shouldFindAKeyThatHalvesTheLoad() {
    read(20, 1_000, this::uniform);
    Key key = loads.balancedKey(range()).orElseThrow();
    assertThat(key).isBetween(key("k3500"), key("k6500"));
  }

  @Test
  void shouldFindAKeyWhereTheLoadIs() {
    read(20, 1_000, () -> key("k9%03d".formatted(random.nextInt(1_000))));
    assertThat(loads.balancedKey(range()).orElseThrow()).isBetween(key("k9300"), key("k9700"));
  }

  @Test
  void shouldRecogniseASingleHotKey() {
    read(20, 1_000, () -> random.nextInt(10) == 0 ? uniform() : key("k5"));
    assertThat(loads.of(range()).hasHotKey()).isFalse();
    assertThat(loads.balancedKey(range())).isEmpty();
    assertThat(loads.of(range()).hasHotKey()).isTrue();
    read(60, 0, this::uniform);
    assertThat(loads.of(range()).hasHotKey()).isFalse();
  }

  @Test
  void shouldSampleForTheWholeWindow() {
    read(3, 1_000, this::uniform);
    assertThat(loads.of(range()).requestsPerSecond()).isLessThan(500);
    read(3, 1_000, this::uniform);
    assertThat(loads.of(range()).requestsPerSecond()).isGreaterThan(500);
    assertThat(loads.balancedKey(range())).isEmpty();
    read(10, 1_000, this::uniform);
    assertThat(loads.balancedKey(range())).isPresent();

    RangeOperations operations = new RangeOperations(store, mvcc.pipeline, ranges);
    RangeDescriptor before = range();
    operations.splitAt(loads.balancedKey(range()).orElseThrow());
    loads.replaced(List.of(before), ranges.status());
    assertThat(loads.of(range()).requestsPerSecond()).isZero();
    assertThat(loads.balancedKey(range())).isEqualTo(Optional.empty());
  }

  @Test
  void shouldRemoveMetersOfMergedRanges() {
    RangeOperations operations = new RangeOperations(store, mvcc.pipeline, ranges);
    operations.splitAt(key("k5"));
    RangeDescriptor second = ranges.lookup(key("k5"));
    RangeMeter meter = loads.of(second);
    meter.addInFlight(7);
    operations.merge(ranges.map().all());
    loads.removeStale();
    assertThat(loads.of(second)).isNotSameAs(meter);
  }
}

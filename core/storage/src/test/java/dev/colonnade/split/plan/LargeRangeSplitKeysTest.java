package dev.colonnade.split.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of split keys of ranges too large to be scanned, in a real store: in the memtable, in
 * overlapping files, and in files that do not overlap.
 */
class LargeRangeSplitKeysTest {
  private static final long MIB = 1 << 20;
  private static final int ROWS = 18_000;
  private static final int ROWS_PER_COMMIT = 200;
  private static final int PIECES = 16;

  @TempDir private Path folder;

  private final Random random = Seed.random("LargeRangeSplitKeysTest");

  @Test
  void shouldSplitARangeMostlyInMemory() throws Exception {
    try (Fixture fixture = new Fixture(new MemoryConfig(8 * MIB, 64 * MIB, 4))) {
      fixture.check("memory", 4);
    }
  }

  @Test
  void shouldSplitARangeInFiles() throws Exception {
    try (Fixture fixture = new Fixture(new MemoryConfig(8 * MIB, 2 * MIB, 4))) {
      fixture.store.flush();
      fixture.check("files that overlap", 1.5);
      fixture.store.compact(Space.ROWS, KeySpan.ALL);
      fixture.check("files that do not", 1.5);
    }
  }

  /** Fixture with a store of a given memory configuration. */
  private final class Fixture implements AutoCloseable {
    private final RocksStore store;
    private final Ranges ranges;
    private final MvccFixture mvcc;
    private final RangeOperations operations;

    Fixture(MemoryConfig memory) {
      store =
          RocksStore.open(folder, RocksStoreConfig.defaults().withMemory(memory), new UUID(1, 2));
      ranges = Ranges.open(store, RowBoundaries.SINGLE);
      mvcc =
          new MvccFixture(
              store,
              ranges,
              CommitOptions.DEFAULT.withDurability(Durability.RELAXED),
              UnaryOperator.identity());
      operations = new RangeOperations(store, mvcc.pipeline, ranges);
      fill();
    }

    /** Writes incompressible rows in random order. */
    private void fill() {
      for (int from = 0; from < ROWS; from += ROWS_PER_COMMIT) {
        Mutations mutations = new Mutations();
        for (int row = from; row < from + ROWS_PER_COMMIT; row++) {
          byte[] value = new byte[VersionHeader.BYTES + 2_048 + random.nextInt(4_096)];
          random.nextBytes(value);
          Arrays.fill(value, 0, VersionHeader.BYTES, (byte) 0);
          mutations.put(
              MvccFixture.key("%016x".formatted(random.nextLong())), value, Condition.ANY);
        }
        mvcc.pipeline.commit(mutations);
      }
      assertThat(ranges.total().totalBytes()).isGreaterThan(SplitKeys.SCAN_BYTES_MAX);
    }

    /** Splits the range into pieces, checks their sizes, and merges them. */
    private void check(String state, double timesMax) throws Exception {
      RangeStatus range = ranges.status(Key.EMPTY);
      SplitKeys keys = new SplitKeys(store, ranges::rowStart, SplitKeys.SCAN_BYTES_MAX);
      List<Key> cuts;
      try (ForkJoinPool pool = new ForkJoinPool()) {
        cuts = pool.submit(() -> keys.bySize(range, PIECES)).get(120, TimeUnit.SECONDS);
      }
      List<RangeDescriptor> pieces = operations.split(range.descriptor(), cuts);
      double share = (double) range.statistics().totalBytes() / PIECES;
      DoubleSummaryStatistics times =
          ranges.status().stream()
              .mapToDouble(piece -> piece.statistics().totalBytes() / share)
              .summaryStatistics();
      System.out.printf(
          "LargeRangeSplitKeysTest %s pieces=%d smallest=%.2f largest=%.2f%n",
          state, times.getCount(), times.getMin(), times.getMax());
      assertThat(cuts).as(state).hasSize(PIECES - 1);
      assertThat(times.getMax()).as("largest piece, %s", state).isLessThan(timesMax);
      assertThat(times.getMin()).as("smallest piece, %s", state).isGreaterThan(1 / timesMax);
      operations.merge(pieces);
    }

    @Override
    public void close() {
      mvcc.close();
    }
  }
}

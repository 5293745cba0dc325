package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Metamorphic test of column segments: random requests on random tables, between changes, restarts,
 * and losses of power after which some of the unsynced commits are left, compared with a model.
 */
@Tag("integration")
class SegmentMetamorphicTest {
  private static final int TABLES = Integer.getInteger("colonnade.segments.tables", 60);
  private static final int CHANGES = 60;
  private static final int STEPS = 60;

  @TempDir private Path folder;

  @Test
  void shouldAgreeWithTheModelAfterRestartsAndCrashes() throws IOException {
    Random random = Seed.random("SegmentMetamorphicTest");
    long reads = 0;
    for (int i = 0; i < TABLES; i++) {
      Path segments = Files.createDirectory(folder.resolve("t" + i));
      try (RandomTable table =
          new RandomTable(
              random, new MemoryStore(), options(random), RandomTable.Size.SMALL, segments)) {
        reads += run(table, random);
      }
    }
    assertThat(reads).as("reads of segments").isGreaterThan(TABLES);
  }

  /** Returns options with blocks of a few rows, and memory for all of them or for some. */
  private static ColumnCacheOptions options(Random random) {
    long bytesMax = random.nextBoolean() ? 1 << 24 : 1 << (13 + random.nextInt(5));
    int blockRows = 1 + random.nextInt(6);
    return new ColumnCacheOptions(bytesMax, blockRows, random.nextInt(2), 1 << 20, 0);
  }

  private static long run(RandomTable table, Random random) {
    long reads = 0;
    for (int change = 0; change < CHANGES; change++) {
      table.change();
    }
    RandomRequests requests = new RandomRequests(random, table);
    if (random.nextBoolean()) {
      table.table.writePassingBlocksAtOnce();
    }
    for (int step = 0; step < STEPS; step++) {
      ScanMetamorphicTest.check(
          table, ScanMetamorphicTest.forCache(requests.next(), random), random);
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> table.table.writeSegments();
        case 4, 5, 6 -> table.change();
        case 7 -> table.table.cache.writeSegments();
        case 8, 9 -> {
          reads += table.table.cache.statistics().segmentReads();
          table.table.restart(table.table.store);
        }
        case 10 -> {
          reads += table.table.cache.statistics().segmentReads();
          crash(table, random);
        }
        default -> {
          for (int change = random.nextInt(8); change > 0; change--) {
            table.change();
          }
        }
      }
    }
    return reads + table.table.cache.statistics().segmentReads();
  }

  private static void crash(RandomTable table, Random random) {
    MemoryStore left = ((MemoryStore) table.table.store).crash(random.nextInt(6));
    table.table.restart(left);
    table.forgetAbove(table.table.mvcc.published.get());
  }
}

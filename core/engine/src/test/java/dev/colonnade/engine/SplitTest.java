package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitStatistics;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of automatic splits, which limit the size of ranges. */
class SplitTest {
  private static final long KIB = 1024;

  @TempDir private Path folder;

  private Database open(SplitConfig config) {
    return Database.open(TestDatabases.config(folder).withSplit(config));
  }

  private static SplitConfig limit(long maxBytes) {
    return SplitConfig.DEFAULT.withLimits(RangeLimits.ofMaxBytes(maxBytes));
  }

  private static void write(Session session, Table table, Random random, int rows, int bytes) {
    for (int row = 0; row < rows; row++) {
      RowBatch batch = session.newBatch(table);
      batch.row().putAll(random.nextLong(), "x".repeat(bytes), row);
      await(session.write(batch.insert()));
    }
  }

  private static void awaitIdle(Database database) {
    assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
  }

  @Test
  void shouldSplitRangesBeyondTheLimit() {
    Random random = Seed.random("SplitTest");
    try (Database database = open(limit(64 * KIB))) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      write(session, table, random, 400, 4_000);
      awaitIdle(database);

      List<RangeStatus> ranges = session.ranges(table.span());
      assertThat(ranges).hasSizeGreaterThan(1_600 / 64);
      assertThat(ranges)
          .allSatisfy(
              range -> assertThat(range.statistics().totalBytes()).isLessThanOrEqualTo(64 * KIB));
      SplitStatistics statistics = database.splits().statistics();
      assertThat(statistics.ranges().largestRatio()).isLessThanOrEqualTo(1);
      assertThat(statistics.queue().counts().failedTotal()).isZero();
      assertThat(statistics.changes().get(RangeChange.Reason.SIZE)).isPositive();
      assertThat(statistics.exclusive().count()).isPositive();
      assertThat(database.statistics().data().liveRows()).isEqualTo(400);
    }
  }

  @Test
  void shouldSplitARangeIntoAllPartsAtOnce() {
    Random random = Seed.random("SplitTest");
    try (Database database = open(SplitConfig.DEFAULT)) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      write(session, table, random, 500, 4_000);
      assertThat(session.ranges(table.span())).hasSize(1);

      database.splits().changeDefaultLimits(RangeLimits.ofMaxBytes(64 * KIB));
      awaitIdle(database);

      List<RangeChange> changes = database.splits().recentChanges();
      assertThat(changes).hasSize(1);
      assertThat(changes.getFirst().after()).hasSizeBetween(58, 64);
      assertThat(changes.getFirst().largestBytes()).isLessThan(48 * KIB);
      assertThat(session.ranges(table.span())).hasSameSizeAs(changes.getFirst().after());
    }
  }
}

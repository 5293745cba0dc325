package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.plan.SplitKeys;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a range that is too large to be walked, half of whose rows are compressed to next to
 * nothing: the store's size estimates reflect only the other half.
 */
class LargeRangeTest {
  private static final long MIB = 1 << 20;
  private static final int ROWS = 18_000;
  private static final int ROWS_PER_BATCH = 200;
  private static final int TEXT_LENGTH = 4_096;

  @TempDir private Path folder;

  private static void fill(Session session, Table table) {
    Random random = Seed.random("LargeRangeTest");
    for (int from = 0; from < ROWS; from += ROWS_PER_BATCH) {
      RowBatch batch = session.newBatch(table);
      for (int row = from; row < from + ROWS_PER_BATCH; row++) {
        String text =
            row < ROWS / 2
                ? "x".repeat(TEXT_LENGTH)
                : random
                    .ints(TEXT_LENGTH, ' ', 128)
                    .collect(
                        StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
        batch.row().putAll((long) row, text, row);
        batch.insert();
      }
      await(session.write(batch));
    }
  }

  @Test
  void shouldLimitTheSizeOfAllPartsWhateverTheCompression() {
    try (Database database = TestDatabases.open(folder)) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      fill(session, table);
      database.store().flush();
      RangeStatus whole = session.ranges(table.span()).getFirst();
      assertThat(whole.statistics().totalBytes()).isGreaterThan(SplitKeys.SCAN_BYTES_MAX);
      long began = System.nanoTime();
      database.splits().changeLimits(table.id(), RangeLimits.ofMaxBytes(4 * MIB));
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> sizes(session, table).stream().allMatch(bytes -> bytes <= 4 * MIB));
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
      List<Long> sizes = sizes(session, table);
      long splits =
          database.splits().statistics().changes().getOrDefault(RangeChange.Reason.SIZE, 0L);
      System.out.printf(
          "LargeRangeTest ranges=%d splits=%d millis=%d smallest=%d largest=%d%n",
          sizes.size(),
          splits,
          (System.nanoTime() - began) / 1_000_000,
          sizes.stream().min(Long::compare).orElseThrow(),
          sizes.stream().max(Long::compare).orElseThrow());
      assertThat(sizes).allSatisfy(bytes -> assertThat(bytes).isBetween(MIB / 4, 4 * MIB));
      assertThat(splits).as("the first cut leaves few pieces too large").isLessThanOrEqualTo(4);
    }
    assertThat(SplitChecks.problems(TestDatabases.config(folder))).isEmpty();
  }

  private static List<Long> sizes(Session session, Table table) {
    return session.ranges(table.span()).stream()
        .map(range -> range.statistics().totalBytes())
        .toList();
  }
}

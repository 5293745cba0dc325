package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.limit.RangeLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test of concurrent writers at the hard size limit of a range: each sees space just below the
 * limit; together they do not exceed it, and they resume once the range is split.
 */
class HardLimitTest {
  private static final int WRITERS = 16;
  private static final int TEXT_LENGTH = 3_000;
  private static final RangeLimits LIMITS =
      RangeLimits.ofMaxBytes(64 << 10).withHardMaxBytes(512 << 10);

  @TempDir private Path folder;

  private final AtomicLong nextId = new AtomicLong();
  private final AtomicLong largest = new AtomicLong();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldNotBeExceededByConcurrentWriters(boolean backpressure) throws Exception {
    SplitConfig config = SplitConfig.DEFAULT.withLimits(LIMITS).withEnabled(false);
    try (Database database = Database.open(TestDatabases.config(folder).withSplit(config));
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      database.splits().changePressure(options -> options.withEnabled(backpressure));
      Table table = createTable(database.session("test"), "t", PLAIN);
      List<Future<ErrorCode>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        writers.add(threads.submit(() -> writeUntilRefused(database, table)));
      }
      for (Future<ErrorCode> writer : writers) {
        assertThat(writer.get()).isEqualTo(ErrorCode.RANGE_FULL);
      }
      assertThat(largest.get())
          .isBetween(LIMITS.hardMaxBytes() - 4 * TEXT_LENGTH, LIMITS.hardMaxBytes());

      database.splits().resume();
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
      for (int write = 0; write < WRITERS; write++) {
        write(database, table);
      }
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
      assertThat(database.splits().statistics().ranges().largestRatio()).isLessThanOrEqualTo(1);
    }
  }

  private ErrorCode writeUntilRefused(Database database, Table table) {
    while (true) {
      try {
        write(database, table);
      } catch (ColonnadeException e) {
        return e.code();
      }
      for (RangeStatus range : database.session("test").ranges(table.span())) {
        largest.accumulateAndGet(range.statistics().totalBytes(), Math::max);
      }
    }
  }

  private void write(Database database, Table table) {
    Session session = database.session("test");
    RowBatch batch = session.newBatch(table);
    batch.row().putAll(nextId.incrementAndGet(), "x".repeat(TEXT_LENGTH), 1);
    await(session.write(batch.insert()));
  }
}

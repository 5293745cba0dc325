package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.row.RowWriter;
import dev.colonnade.type.schema.TableSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Concurrency test of cached scans: writers move amounts between rows and insert and delete pairs
 * of rows, while scans load, share and lose cache blocks. The amounts of each scan add up to 0, and
 * its rows equal those of the store at its timestamp.
 */
class CachedScanConcurrencyTest {
  private static final int WRITERS = 2;
  private static final int SCANNERS = 3;
  private static final int COMMITS = 3000;
  private static final int PAIRS = 40;

  @TempDir private Path folder;

  private final AtomicBoolean done = new AtomicBoolean();

  private static ScanTable open(@Nullable Path segmentFolder) {
    return new ScanTable(
        new MemoryStore(),
        TableSchema.builder()
            .required("id", Plain.INTEGER)
            .required("amount", Plain.BIGINT)
            .nullable("note", Plain.TEXT)
            .key("id")
            .build(),
        new ColumnCacheOptions(1 << 16, 7, 1, 1 << 20, 0),
        segmentFolder);
  }

  @Test
  void shouldReturnWholeCommitsInEveryScan() throws Exception {
    run(open(null));
  }

  @Test
  void shouldReturnWholeCommitsInEveryScanBesideTheWriterOfSegments() throws Exception {
    run(open(folder));
  }

  private void run(ScanTable table) throws Exception {
    long seed = Seed.random("CachedScanConcurrencyTest").nextLong();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      table.writePassingBlocks(threads);
      List<Future<Integer>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(seed + writer);
        writers.add(threads.submit(() -> write(table, random)));
      }
      List<Future<Integer>> background = new ArrayList<>();
      for (int scanner = 0; scanner < SCANNERS; scanner++) {
        Random random = new Random(seed - 1 - scanner);
        background.add(threads.submit(() -> scan(table, random)));
      }
      background.add(threads.submit(() -> collect(table, threads)));
      background.add(threads.submit(() -> writeSegments(table)));
      try {
        for (Future<Integer> writer : writers) {
          writer.get();
        }
      } finally {
        done.set(true);
      }
      for (Future<Integer> task : background) {
        assertThat(task.get()).isPositive();
      }
    }
    table.writePassingBlocksAtOnce();
    rows(table.scanner, table.all());
    write(table, new Random(seed)); // the scans may all have run before or after the other writes
    rows(table.scanner, table.all());
    long hits = table.cache.statistics().hits();
    assertThat(rows(table.scanner, table.all()))
        .isEqualTo(rows(table.uncachedScanner, table.all()));
    assertThat(table.cache.statistics().hits()).isGreaterThan(hits);
    assertThat(table.cache.statistics().invalidations()).isPositive();
    table.writeSegments();
    table.restart(table.store);
    assertThat(rows(table.scanner, table.all()))
        .isEqualTo(rows(table.uncachedScanner, table.all()));
    table.close();
  }

  /** Runs commits that each put or delete both rows of a pair, whose amounts add up to 0. */
  private static int write(ScanTable table, Random random) {
    RowWriter writer = new RowWriter(table.format());
    for (int i = 0; i < COMMITS; i++) {
      Mutations mutations = new Mutations();
      int pair = random.nextInt(PAIRS);
      long amount = random.nextInt(1_000_000);
      boolean delete = random.nextInt(4) == 0;
      for (int side = 0; side < 2; side++) {
        Object id = pair + side * PAIRS;
        if (delete) {
          mutations.delete(table.rowKey(id), Condition.ANY);
        } else {
          Key key = writer.reset().putAll(id, side == 0 ? amount : -amount, "note " + i).finish();
          byte[] value = requireNonNull(writer.familyValue(0), "the first family has a value");
          mutations.put(key, value, Condition.ANY);
        }
      }
      table.mvcc.pipeline.commit(mutations);
    }
    return COMMITS;
  }

  private int scan(ScanTable table, Random random) {
    int scans = 0;
    List<String> columns = List.of("amount", "id", "note");
    while (!done.get() || scans == 0) {
      int width = 1 + random.nextInt(columns.size());
      ScanRequest request = table.request(columns.subList(0, width).toArray(String[]::new));
      request =
          request.withOptions(
              request
                  .options()
                  .withDirection(random.nextBoolean() ? Direction.FORWARD : Direction.REVERSE)
                  .withFormat(random.nextBoolean() ? PageFormat.COL_BATCH : PageFormat.VECTORS));
      List<List<@Nullable Object>> rows = rows(table.scanner, request);
      if (rows == null) {
        continue; // garbage collection has passed the read timestamp meanwhile
      }
      long sum = sumOf(rows);
      assertThat(sum).as("%s", request).isZero();
      List<List<@Nullable Object>> stored = rows(table.uncachedScanner, request);
      if (stored != null) {
        assertThat(rows).as("%s", request).isEqualTo(stored);
        scans++;
      }
    }
    return scans;
  }

  private static long sumOf(List<List<@Nullable Object>> rows) {
    long sum = 0;
    for (List<@Nullable Object> row : rows) {
      sum += amount(row);
    }
    return sum;
  }

  private static long amount(List<@Nullable Object> row) {
    return (Long) requireNonNull(row.getFirst(), "amount is NULL");
  }

  private static @Nullable List<List<@Nullable Object>> rows(Scanner scanner, ScanRequest request) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (PageStream stream = scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          rows.addAll(Pages.rowsOf(open, request));
        }
      }
      return rows;
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.READ_TIMESTAMP_TOO_OLD);
      return null;
    }
  }

  private int collect(ScanTable table, Executor steps) throws InterruptedException {
    int passes = 0;
    while (!done.get() || passes == 0) {
      table.mvcc.collector.collect(table.mvcc.reads.latest(), steps).join();
      passes++;
      Thread.sleep(5);
    }
    return passes;
  }

  /** Runs passes of the writer of segments, which writes blocks that few commits change. */
  private int writeSegments(ScanTable table) throws InterruptedException {
    int passes = 0;
    while (!done.get() || passes == 0) {
      table.cache.writeSegments();
      passes++;
      Thread.sleep(1);
    }
    return passes;
  }
}

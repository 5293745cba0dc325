package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitPace;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;
import dev.colonnade.storage.config.RetentionConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.row.RowDecoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/**
 * Metamorphic test of writers and readers under constant splits and merges. Each thread compares
 * scans and gets with a model of its own rows. Rows of all threads are interleaved, so that they
 * share ranges. Limits, concurrency and split points are derived from the seed.
 */
class SplitStormTest {
  private static final int WRITERS = 3;
  private static final int STEPS = Integer.getInteger("colonnade.storm.steps", 400);
  private static final int ROWS = 300;

  /** Limits under which all ranges are merged. */
  private static final RangeLimits LARGE =
      RangeLimits.ofMaxBytes(4 << 20).withMinBytes(1 << 20).withRequestsPerSecondMax(1e9);

  @TempDir private Path folder;

  @RepeatedTest(2)
  void shouldAgreeWithTheModels() throws Exception {
    Random random = Seed.random("SplitStormTest");
    RangeLimits limits =
        RangeLimits.ofMaxBytes((64L + random.nextInt(200)) << 10)
            .withMinBytes(16 << 10)
            .withRequestsPerSecondMax(50 + random.nextInt(1_000));
    SplitConfig config =
        SplitConfig.DEFAULT
            .withLimits(limits)
            .withPressure(
                PressureOptions.DEFAULT.withTimes(Duration.ofMillis(100), Duration.ofMinutes(2)))
            .withQueue(QueueOptions.DEFAULT.withConcurrency(1 + random.nextInt(8)))
            .withPace(
                SplitPace.DEFAULT.withTimes(
                    Duration.ofMillis(10),
                    Duration.ofMillis(10 + random.nextInt(200)),
                    Duration.ofMillis(10 + random.nextInt(100))));
    StorageConfig engine =
        TestDatabases.config(folder)
            .withSplit(config)
            .withRetention(
                RetentionConfig.DEFAULT
                    .withTime(Duration.ofMillis(300))
                    .withInterval(Duration.ofMillis(50)));
    try (Database database = Database.open(engine);
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      Table table = createTable(database.session("test"), "t", PLAIN);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Writer own = new Writer(database, table, writer, new Random(random.nextLong()));
        writers.add(threads.submit(own::play));
      }
      while (writers.stream().anyMatch(writer -> !writer.isDone())) {
        database.splits().changeDefaultLimits(random.nextBoolean() ? limits : LARGE);
        Thread.sleep(random.nextInt(100));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      database.splits().changeDefaultLimits(limits);
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
      database.splits().changeDefaultLimits(LARGE);
      Awaitility.await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> count(database, RangeChange.Reason.COLD) > 0);
      Map<RangeChange.Reason, Long> changes = database.splits().statistics().changes();
      System.out.println("SplitStormTest: " + changes + " " + config);
      assertThat(changes).containsKey(RangeChange.Reason.SIZE);
      assertThat(database.splits().statistics().queue().counts().failed())
          .doesNotContainKeys(ErrorCode.INTERNAL, ErrorCode.INVALID_ARGUMENT);
    }
    assertThat(SplitChecks.problems(engine)).isEmpty();
  }

  private static long count(Database database, RangeChange.Reason reason) {
    return database.splits().statistics().changes().getOrDefault(reason, 0L);
  }

  /** Thread with its rows and its model. */
  private static final class Writer {
    private final Database database;
    private final Session session;
    private final Table table;
    private final int number;
    private final Random random;
    private final TreeMap<Long, String> model = new TreeMap<>();

    Writer(Database database, Table table, int number, Random random) {
      this.database = database;
      this.session = database.session("writer" + number);
      this.table = table;
      this.number = number;
      this.random = random;
    }

    void play() {
      for (int step = 0; step < STEPS; step++) {
        boolean shrinks = step / 100 % 2 == 1;
        switch (random.nextInt(10)) {
          case 0 -> withinRetention(this::checkScan);
          case 1, 2 -> withinRetention(this::checkGet);
          case 3 -> splitNowAndThen();
          default -> write(shrinks);
        }
      }
      withinRetention(this::checkScan);
    }

    /** Retries work that lasts longer than the short retention time. */
    private static void withinRetention(Runnable check) {
      while (true) {
        try {
          check.run();
          return;
        } catch (ColonnadeException e) {
          if (e.code() != ErrorCode.READ_TIMESTAMP_TOO_OLD) {
            throw e;
          }
        }
      }
    }

    private long randomId() {
      return (long) random.nextInt(ROWS) * WRITERS + number;
    }

    private void write(boolean shrinks) {
      RowBatch batch = session.newBatch(table);
      TreeMap<Long, String> after = new TreeMap<>(model);
      Set<Long> touched = new HashSet<>();
      for (int row = 0; row <= random.nextInt(8); row++) {
        long id = randomId();
        if (!touched.add(id)) {
          continue; // a row is changed once in a batch
        }
        if (random.nextInt(10) < (shrinks ? 8 : 1)) {
          if (after.remove(id) != null) {
            batch.row().putAll(id, "", 0);
            batch.delete(Condition.PRESENT);
          }
        } else if (!after.containsKey(id)) {
          String text = random.nextInt() + "x".repeat(random.nextInt(4_000));
          after.put(id, text);
          batch.row().putAll(id, text, 1);
          batch.insert();
        }
      }
      if (batch.count() > 0) {
        await(session.write(batch));
        model.clear();
        model.putAll(after);
      }
    }

    private void checkGet() {
      long id = randomId();
      Key key = table.format().keyCodec().encode(id);
      Version version = session.get(table, key, session.latestTimestamp());
      String text = model.get(id);
      if (version == null || text == null) {
        assertThat(version != null).as("row %d is there", id).isEqualTo(text != null);
        return;
      }
      List<@Nullable Object> row =
          Arrays.asList(new RowDecoder(table.format()).decode(key, Map.of(0, version.value())));
      assertThat(row).as("row %d", id).isEqualTo(rowOf(id, text));
    }

    private static List<@Nullable Object> rowOf(long id, String text) {
      return Arrays.asList(id, text, 1);
    }

    /** Scans columns or key-values, by single pages or as a stream, ascending or descending. */
    private void checkScan() {
      long from = randomId();
      boolean reverse = random.nextBoolean();
      List<List<@Nullable Object>> found = new ArrayList<>();
      try (ReadView view = database.versions().reads().open()) { // pins the versions that it reads
        ScanRequest request = request(from, reverse, view.timestamp());
        if (random.nextBoolean()) {
          readPages(request, found);
        } else {
          readStream(request, found);
        }
      }
      List<List<@Nullable Object>> expected = new ArrayList<>();
      model.tailMap(from, true).forEach((id, text) -> expected.add(rowOf(id, text)));
      assertThat(found).isEqualTo(reverse ? expected.reversed() : expected);
    }

    private void readPages(ScanRequest request, List<List<@Nullable Object>> found) {
      boolean isOver = false;
      for (ScanRequest next = request; !isOver; ) {
        try (ScanPage page = session.page(table, next, Cancellation.withoutDeadline())) {
          addOwn(page, next, found);
          isOver = page.end().isLast();
          next = isOver ? next : next.resumed(page.resume(), page.rowCount());
        }
      }
    }

    private void readStream(ScanRequest request, List<List<@Nullable Object>> found) {
      try (PageStream stream = session.scan(table, request, Cancellation.withoutDeadline())) {
        for (ScanPage page = stream.next(); page != null; page = stream.next()) {
          try (ScanPage open = page) {
            addOwn(open, request, found);
          }
        }
      }
    }

    private ScanRequest request(long from, boolean reverse, long timestamp) {
      KeySpan span =
          new KeySpan(
              table.format().keyCodec().prefix(from), table.format().keyCodec().span().end());
      return ScanRequest.of(
              ScanTarget.rows(table.format()),
              List.of(span),
              timestamp,
              Selection.all(table.schema()))
          .withLimits(
              ScanLimits.DEFAULT.withPage(
                  PageLimits.DEFAULT
                      .withRows(1 + random.nextInt(200))
                      .withEncodedBytes(1 + random.nextInt(200_000))))
          .withOptions(
              ScanOptions.DEFAULT
                  .withDirection(reverse ? Direction.REVERSE : Direction.FORWARD)
                  .withFormat(random.nextBoolean() ? PageFormat.COL_BATCH : PageFormat.KEY_VALUES));
    }

    private void addOwn(ScanPage page, ScanRequest request, List<List<@Nullable Object>> found) {
      for (List<@Nullable Object> row : PageRows.of(page, request, database.allocator())) {
        if (requireNonNull((Long) row.getFirst()) % WRITERS == number) {
          found.add(row);
        }
      }
    }

    /**
     * Splits manually in one of twenty calls: these split points stay for ever, and leave little to
     * be split by size.
     */
    private void splitNowAndThen() {
      if (random.nextInt(20) > 0) {
        return;
      }
      try {
        session.splitAt(table, List.of(table.format().keyCodec().prefix(randomId())));
      } catch (ColonnadeException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.RANGE_BUSY);
      }
    }
  }
}

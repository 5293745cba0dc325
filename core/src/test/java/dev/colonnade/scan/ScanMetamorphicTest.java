package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Random scans of random tables, in every way in which they can be asked for, against a model in
 * memory and against the plain twin.
 */
class ScanMetamorphicTest {
  private static final int TABLES = 60;
  private static final int CHANGES = 60;
  private static final int REQUESTS = 40;

  private static final ExecutorService EXECUTOR = Executors.newFixedThreadPool(2);

  @AfterAll
  static void stop() {
    EXECUTOR.close();
  }

  @Test
  void shouldAgreeWithTheModel() {
    Random random = Seed.random("ScanMetamorphicTest");
    for (int i = 0; i < TABLES; i++) {
      try (RandomTable table = new RandomTable(random, new MemoryStore())) {
        for (int change = 0; change < CHANGES; change++) {
          table.change();
        }
        RandomRequests requests = new RandomRequests(random, table);
        for (int n = 0; n < REQUESTS; n++) {
          ScanRequest request = requests.next();
          check(table, request, random);
          table.change();
        }
      }
    }
  }

  private static void check(RandomTable table, ScanRequest request, Random random) {
    List<List<@Nullable Object>> expected = table.expected(request);
    assertThat(new ScanTwin(table.table.house.reads).rows(request))
        .as("twin %s", request)
        .isEqualTo(expected);
    List<PageFacts> pages = new ArrayList<>();
    assertThat(byPages(table, request, pages, random)).as("pages %s", request).isEqualTo(expected);
    List<PageFacts> streamed = new ArrayList<>();
    try (ScanStream stream = table.table.scanner.open(request, Cancellation.withoutDeadline())) {
      assertThat(byStream(table, stream, request, streamed, random))
          .as("stream %s", request)
          .isEqualTo(expected);
    }
    assertThat(streamed).as("same pages %s", request).isEqualTo(pages);
    checkParallel(table, request, expected, random);
  }

  private static void checkParallel(
      RandomTable table,
      ScanRequest request,
      List<List<@Nullable Object>> expected,
      Random random) {
    Parallelism parallelism =
        random.nextBoolean()
            ? Parallelism.of(EXECUTOR, 1 + random.nextInt(3))
            : new Parallelism(Runnable::run, 1 + random.nextInt(3), 1 + random.nextInt(4));
    try (ScanStream stream =
        table.table.scanner.open(request, Cancellation.withoutDeadline(), parallelism)) {
      List<List<@Nullable Object>> rows =
          byStream(table, stream, request, new ArrayList<>(), random);
      if (request.options().ordered()) {
        assertThat(rows).as("parallel %s", request).isEqualTo(expected);
      } else if (request.limits().rowLimit() == 0) {
        assertThat(rows).as("unordered %s", request).containsExactlyInAnyOrderElementsOf(expected);
      } else {
        ScanRequest unlimited = request.withLimits(request.limits().withRowLimit(0));
        assertThat(rows).as("limited %s", request).hasSameSizeAs(expected);
        assertThat(table.expected(unlimited)).containsAll(rows);
      }
    }
  }

  /** What a page says about itself. */
  private record PageFacts(
      int rows, StopReason reason, List<KeySpan> resume, long encoded, long scanned, long kvs) {
    static PageFacts of(ScanPage page) {
      return new PageFacts(
          page.rowCount(),
          page.reason(),
          page.resume(),
          page.usage().encodedBytes(),
          page.usage().scannedBytes(),
          page.usage().keyValues());
    }
  }

  /** Every page by a request of its own; ranges change and rows are written in between. */
  private static List<List<@Nullable Object>> byPages(
      RandomTable table, ScanRequest request, List<PageFacts> facts, Random random) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    ScanRequest next = request;
    while (true) {
      try (ScanPage page = table.table.page(next)) {
        checkLimits(page, next);
        facts.add(PageFacts.of(page));
        rows.addAll(Pages.rowsOf(page, next));
        if (page.end().isLast() || page.reason() == StopReason.ROW_LIMIT) {
          return rows;
        }
        next = next.resumed(page.resume(), page.rowCount());
      }
      disturb(table, random);
    }
  }

  private static List<List<@Nullable Object>> byStream(
      RandomTable table,
      ScanStream stream,
      ScanRequest request,
      List<PageFacts> facts,
      Random random) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ScanPage page = stream.next(); page != null; page = stream.next()) {
      try (ScanPage open = page) {
        checkLimits(open, request);
        facts.add(PageFacts.of(open));
        rows.addAll(Pages.rowsOf(open, request));
      }
      if (random.nextInt(8) == 0) {
        stream.pause();
      }
      disturb(table, random);
    }
    return rows;
  }

  private static void disturb(RandomTable table, Random random) {
    switch (random.nextInt(40)) {
      case 0 -> table.split();
      case 1 -> table.merge();
      default -> {} // mostly in peace
    }
  }

  private static void checkLimits(ScanPage page, ScanRequest request) {
    assertThat((long) page.rowCount()).isLessThanOrEqualTo(request.limits().page().rows());
    if (page.rowCount() > 1) {
      assertThat(page.usage().encodedBytes())
          .isLessThanOrEqualTo(request.limits().page().encodedBytes());
    }
    assertThat(page.trace() != null).isEqualTo(request.options().trace());
  }
}

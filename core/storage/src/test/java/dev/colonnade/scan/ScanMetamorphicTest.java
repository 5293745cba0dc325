package dev.colonnade.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Metamorphic test of scans: random requests on random tables, page by page, as streams and in
 * parallel, compared with a model in memory and with the reference implementation.
 */
@Tag("integration")
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
        scan(table, random, UnaryOperator.identity());
      }
    }
  }

  @Test
  void shouldAgreeWithTheModelForEveryCacheState() {
    Random random = Seed.random("ScanMetamorphicTest.cached");
    long hits = 0;
    for (int i = 0; i < TABLES; i++) {
      try (RandomTable table = new RandomTable(random, new MemoryStore(), cache(random))) {
        scan(table, random, request -> forCache(request, random));
        hits += table.table.cache.statistics().hits();
      }
    }
    assertThat(hits).isGreaterThan(TABLES);
  }

  /** Returns options with blocks of a few rows, and memory for all of them or for some. */
  private static ColumnCacheOptions cache(Random random) {
    long bytesMax = random.nextBoolean() ? 1 << 24 : 1 << (12 + random.nextInt(6));
    int blockRows = 1 + random.nextInt(6);
    return new ColumnCacheOptions(bytesMax, blockRows, random.nextInt(2), 1 << 20, 0);
  }

  /** Returns most requests in a form that the cache serves; the format is never AUTO. */
  static ScanRequest forCache(ScanRequest request, Random random) {
    ScanRequest chosen = request;
    if (random.nextInt(4) > 0) {
      boolean isFiltered = random.nextBoolean();
      boolean isWhole = isFiltered && random.nextInt(4) > 0;
      chosen =
          new ScanRequest(
              request.target(),
              isWhole ? List.of(request.target().span()) : request.spans(),
              request.readTimestamp(),
              isFiltered ? request.selection() : Selection.of(request.selection().projection()),
              request.terms());
      chosen = chosen.withOptions(chosen.options().withTrace(false));
    }
    return chosen.options().format() == PageFormat.AUTO
        ? chosen.withOptions(chosen.options().withFormat(PageFormat.COL_BATCH))
        : chosen;
  }

  private static void scan(RandomTable table, Random random, UnaryOperator<ScanRequest> amendment) {
    for (int change = 0; change < CHANGES; change++) {
      table.change();
    }
    RandomRequests requests = new RandomRequests(random, table);
    for (int n = 0; n < REQUESTS; n++) {
      check(table, amendment.apply(requests.next()), random);
      if (random.nextInt(3) > 0) {
        table.change();
      }
    }
  }

  static void check(RandomTable table, ScanRequest request, Random random) {
    List<List<@Nullable Object>> expected = table.expected(request);
    assertThat(new ReferenceScan(table.table.mvcc.reads).rows(request))
        .as("reference %s", request)
        .isEqualTo(expected);
    List<PageMetadata> uncached = new ArrayList<>();
    if (request.options().format() != PageFormat.VECTORS) {
      byPages(table.table.uncachedScanner, request, uncached);
    }
    List<PageMetadata> pages = new ArrayList<>();
    assertThat(byPages(table, request, pages, random)).as("pages %s", request).isEqualTo(expected);
    List<PageMetadata> streamed = new ArrayList<>();
    try (PageStream stream = table.table.scanner.open(request, Cancellation.withoutDeadline())) {
      assertThat(byStream(table, stream, request, streamed, random))
          .as("stream %s", request)
          .isEqualTo(expected);
    }
    if (request.options().format() == PageFormat.VECTORS) {
      assertThat(scanned(pages)).as("charge of %s", request).isEqualTo(scanned(streamed));
    } else {
      checkSamePages(table, request, streamed, uncached);
      checkSamePages(table, request, pages, uncached);
    }
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
    try (PageStream stream =
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

  /**
   * Asserts equal pages. If rows have several families, a reader that stops at the row limit has
   * read the deleted KVs behind the last row; one that ends at a block has not.
   */
  private static void checkSamePages(
      RandomTable table,
      ScanRequest request,
      List<PageMetadata> pages,
      List<PageMetadata> uncached) {
    PageMetadata last = uncached.getLast();
    List<PageMetadata> comparable = new ArrayList<>(pages);
    if (table.table.schema().hasFamilyByte() && last.reason() == StopReason.ROW_LIMIT) {
      assertThat(pages.getLast().scanned()).isLessThanOrEqualTo(last.scanned());
      comparable.set(pages.size() - 1, pages.getLast().withScanned(last.scanned()));
    }
    assertThat(comparable).as("same pages %s", request).isEqualTo(uncached);
  }

  private static long scanned(List<PageMetadata> pages) {
    return pages.stream().mapToLong(PageMetadata::scanned).sum();
  }

  private static void byPages(Scanner scanner, ScanRequest request, List<PageMetadata> pages) {
    ScanRequest next = request;
    while (true) {
      try (ScanPage page = scanner.page(next, Cancellation.withoutDeadline())) {
        pages.add(PageMetadata.of(page));
        if (page.end().isLast() || page.reason() == StopReason.ROW_LIMIT) {
          return;
        }
        next = next.resumed(page.resume(), page.rowCount());
      }
    }
  }

  /** Metadata of a page, and its bytes. */
  private record PageMetadata(
      int rows,
      StopReason reason,
      List<KeySpan> resume,
      long encoded,
      long scanned,
      long kvs,
      String bytes) {
    PageMetadata withScanned(long other) {
      return new PageMetadata(rows, reason, resume, encoded, other, kvs, bytes);
    }

    static PageMetadata of(ScanPage page) {
      return new PageMetadata(
          page.rowCount(),
          page.reason(),
          page.resume(),
          page.usage().encodedBytes(),
          page.usage().scannedBytes(),
          page.usage().keyValues(),
          page instanceof VectorPage ? "" : Pages.bytesOf(page));
    }
  }

  /** Returns the rows with one request per page; ranges change between pages. */
  private static List<List<@Nullable Object>> byPages(
      RandomTable table, ScanRequest request, List<PageMetadata> pages, Random random) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    ScanRequest next = request;
    while (true) {
      try (ScanPage page = table.table.page(next)) {
        checkLimits(page, next);
        pages.add(PageMetadata.of(page));
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
      PageStream stream,
      ScanRequest request,
      List<PageMetadata> pages,
      Random random) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ScanPage page = stream.next(); page != null; page = stream.next()) {
      try (ScanPage open = page) {
        checkLimits(open, request);
        pages.add(PageMetadata.of(open));
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
      default -> {} // mostly no change
    }
  }

  private static void checkLimits(ScanPage page, ScanRequest request) {
    assertThat((long) page.rowCount()).isLessThanOrEqualTo(request.limits().page().rows());
    if (page.rowCount() > 1 && request.options().format() != PageFormat.VECTORS) {
      assertThat(page.usage().encodedBytes())
          .isLessThanOrEqualTo(request.limits().page().encodedBytes());
    }
    assertThat(page.trace() != null).isEqualTo(request.options().trace());
  }
}

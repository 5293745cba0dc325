package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.scan.cache.ColumnCacheOptions;
import dev.colonnade.scan.cache.ColumnCacheStatistics;
import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.page.ColumnPage;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tests of the column cache: hits, loads, invalidation, eviction and refusals. Other tests compare
 * pages, too.
 */
class ColumnCacheTest {
  private static final int ROWS = 1000;
  private static final int BLOCK_ROWS = 100;
  private static final int BLOCKS = ROWS / BLOCK_ROWS;

  private final TableSchema schema =
      TableSchema.builder()
          .required("id", Plain.INTEGER)
          .nullable("flag", Plain.BOOLEAN)
          .nullable("name", Plain.TEXT)
          .nullable("amount", Plain.BIGINT)
          .key("id")
          .build();

  private ScanTable table = open(1 << 24);

  private ScanTable open(long bytesMax) {
    return new ScanTable(
        new MemoryStore(), schema, new ColumnCacheOptions(bytesMax, BLOCK_ROWS, 10, 1 << 20, 50));
  }

  /** Fails if the cache has leaked memory. */
  @AfterEach
  void close() {
    table.close();
  }

  private void reopen(long bytesMax) {
    table.close();
    table = open(bytesMax);
  }

  private void fill() {
    Random random = Seed.random("ColumnCacheTest");
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      rows.add(
          new @Nullable Object[] {
            id,
            random.nextInt(3) == 0 ? null : (Object) random.nextBoolean(),
            random.nextInt(4) == 0 ? null : "n".repeat(random.nextInt(12)),
            random.nextInt(50) == 0 ? null : (Object) random.nextLong()
          });
    }
    table.putAll(rows);
  }

  private ColumnCacheStatistics statistics() {
    return table.cache.statistics();
  }

  /** Returns all pages of a scan, as text. */
  private static List<String> pages(Scanner scanner, ScanRequest request) {
    List<String> pages = new ArrayList<>();
    try (PageStream stream = scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          pages.add(open.end() + " " + Pages.bytesOf(open));
        }
      }
    }
    return pages;
  }

  /** Scans, and asserts that the pages equal those of the store. */
  private void scan(ScanRequest request) {
    assertThat(pages(table.scanner, request)).isEqualTo(pages(table.uncachedScanner, request));
  }

  private static ScanRequest paged(ScanRequest request, PageLimits page) {
    return request.withLimits(request.limits().withPage(page));
  }

  @Test
  void shouldLoadAtTheFirstScanAndServeTheNext() {
    fill();
    scan(table.all());
    assertThat(statistics().loads()).isEqualTo(BLOCKS);
    assertThat(statistics().blocks()).isEqualTo(BLOCKS);
    assertThat(statistics().hits()).isZero();

    scan(table.all());
    assertThat(statistics().loads()).isEqualTo(BLOCKS);
    assertThat(statistics().hits()).isEqualTo(BLOCKS);
  }

  @Test
  void shouldProduceEqualPagesForEveryPageLimit() {
    fill();
    for (int size = 1; size < 4000; size += 97) {
      scan(paged(table.all(), PageLimits.DEFAULT.withRows(Math.max(50, size))));
      scan(paged(table.request("name", "flag"), PageLimits.DEFAULT.withEncodedBytes(size)));
      scan(paged(table.request("amount", "id"), PageLimits.DEFAULT.withScannedBytes(size)));
      scan(table.request("flag").withLimits(table.all().limits().withRowLimit(50 + size)));
    }
  }

  @Test
  void shouldAddColumnsToCachedBlocks() {
    fill();
    scan(table.request("amount"));
    scan(table.request("name", "amount"));
    assertThat(statistics().loads()).isEqualTo(2 * BLOCKS);
    assertThat(statistics().blocks()).isEqualTo(BLOCKS);

    scan(table.request("amount", "name"));
    assertThat(statistics().loads()).isEqualTo(2 * BLOCKS);
  }

  @Test
  void shouldAddAllColumnsToABlockThatLacksOneWhileThereIsMuchSpace() {
    fill();
    scan(table.request("amount"));
    scan(table.request("name"));
    assertThat(statistics().loads()).isEqualTo(2 * BLOCKS);

    scan(table.request("flag", "id"));
    assertThat(statistics().loads()).isEqualTo(2 * BLOCKS);
  }

  @Test
  void shouldAddOnlyTheColumnsOfTheScanOnceHalfOfTheSpaceIsUsed() {
    fill();
    scan(table.request("amount"));
    long used = statistics().bytes();
    reopen(2 * used);
    fill();
    scan(table.request("amount"));
    assertThat(statistics().blocks()).isEqualTo(BLOCKS);
    scan(table.request("name", "amount"));
    long loads = statistics().loads();
    scan(table.request("flag"));
    assertThat(statistics().loads()).isGreaterThan(loads);
  }

  @Test
  void shouldCountRowsWithoutColumns() {
    fill();
    scan(table.request());
    scan(table.request());
    assertThat(statistics().hits()).isEqualTo(BLOCKS);
  }

  @Test
  void shouldServeABlockOfWhichFewRowsAreChanged() {
    fill();
    scan(table.all());
    table.put(150, true, "changed", 1L);
    table.delete(152);
    assertThat(statistics().blocks()).isEqualTo(BLOCKS);
    scan(table.all());
    scan(reversed(table.all()));
    assertThat(statistics().invalidations()).isZero();
    assertThat(statistics().loads()).isEqualTo(BLOCKS);

    table.put(154, null, "one too many", null);
    assertThat(statistics().invalidations()).isEqualTo(1);
    assertThat(statistics().blocks()).isEqualTo(BLOCKS - 1);
    scan(table.all());
    assertThat(statistics().loads()).isEqualTo(BLOCKS + 1);
  }

  @Test
  void shouldLoadABlockAnewThatIsReadFromTheStoreAgainAndAgain() {
    fill();
    scan(table.all());
    table.put(150, true, "changed", 1L);
    for (int pass = 0; pass < 10; pass++) {
      scan(table.all());
    }
    assertThat(statistics().invalidations()).isEqualTo(1);
    assertThat(statistics().loads()).isEqualTo(BLOCKS + 1);
  }

  @Test
  void shouldInvalidateABlockOfWhichRowsAreInserted() {
    fill();
    scan(table.all());
    table.put(ROWS + 5, null, "behind", null);
    scan(table.all());
    table.put(ROWS + 6, null, "behind", null);
    table.put(ROWS + 7, null, "behind", null);
    scan(table.all());
    scan(table.all());
    assertThat(statistics().invalidations()).isEqualTo(1);
  }

  @Test
  void shouldNotAddColumnsToABlockWithChanges() {
    fill();
    scan(table.request("amount"));
    table.delete(150);
    table.put(100_000, null, "elsewhere", null);
    scan(table.request("name", "amount"));
    scan(reversed(table.request("name", "amount")));
    assertThat(statistics().blocks()).isEqualTo(BLOCKS);
  }

  @Test
  void shouldServeReverseScans() {
    fill();
    for (int id = 0; id < ROWS; id += 9) {
      table.delete(id);
    }
    scan(table.all());
    long loads = statistics().loads();
    ScanRequest filtered =
        filtered(table.request("name"), Filter.compare(id("amount"), Comparison.GREATER, 0L));
    for (ScanRequest request : List.of(table.all(), table.request("name"), filtered)) {
      ScanRequest reverse = reversed(request);
      scan(reverse);
      for (int size = 1; size < 2000; size += 97) {
        scan(paged(reverse, PageLimits.DEFAULT.withRows(size)));
        scan(paged(reverse, PageLimits.DEFAULT.withEncodedBytes(size)));
        scan(paged(reverse, PageLimits.DEFAULT.withScannedBytes(size)));
        scan(reverse.withLimits(reverse.limits().withRowLimit(50 + size)));
        scan(
            reverse.withSpans(
                List.of(new KeySpan(table.rowKey(size / 3), table.rowKey(size / 2 + 200)))));
      }
    }
    assertThat(statistics().loads()).isEqualTo(loads);
    assertThat(statistics().hits()).isGreaterThan(BLOCKS);
  }

  private static ScanRequest reversed(ScanRequest request) {
    return request.withOptions(request.options().withDirection(Direction.REVERSE));
  }

  @Test
  void shouldProduceEqualPagesAroundDeletedRows() {
    fill();
    for (int id = 0; id < ROWS; id += 7) {
      table.delete(id);
    }
    for (int round = 0; round < 2; round++) {
      for (int size = 60; size < 1500; size += 111) {
        scan(paged(table.all(), PageLimits.DEFAULT.withRows(size)));
        scan(paged(table.all(), PageLimits.DEFAULT.withScannedBytes(size)));
        scan(
            table
                .all()
                .withSpans(
                    List.of(new KeySpan(table.rowKey(size / 3), table.rowKey(size / 2 + 200)))));
      }
    }
  }

  @Test
  void shouldServeEachReaderAtItsOwnTimestamp() {
    fill();
    ScanRequest before = table.all();
    table.put(150, true, "changed", 1L);
    scan(before);
    scan(table.all());
    scan(before);
    scan(table.all());
  }

  @Test
  void shouldReadOldRowsByTheSchemaOfTheScan() {
    fill();
    scan(table.all());
    SchemaHistory history = table.format().history();
    table.evolve(history.addColumn("added", Plain.INTEGER, false, 7, 0));
    scan(table.all());
    scan(table.request("added", "name"));
    assertThat(pages(table.scanner, table.request("added"))).isNotEmpty();
  }

  @Test
  void shouldInvalidateBlocksOfAClearedSpan() {
    fill();
    scan(table.all());
    table.rangeOperations.clear(table.span());
    assertThat(statistics().blocks()).isZero();
    scan(table.all());
  }

  @Test
  void shouldRetainBlocksAcrossSplitsAndMerges() {
    fill();
    scan(table.all());
    var pieces = table.rangeOperations.splitAt(table.rowKey(333));
    scan(table.all());
    table.rangeOperations.merge(pieces);
    scan(table.all());
    assertThat(statistics().loads()).isEqualTo(BLOCKS);
    assertThat(statistics().invalidations()).isZero();
  }

  @Test
  void shouldNotLoadForFewRowsOrUnderALimitOfScannedBytes() {
    fill();
    scan(table.all().withLimits(table.all().limits().withRowLimit(49)));
    scan(table.all().withLimits(table.all().limits().withRowEstimate(5)));
    scan(paged(table.all(), PageLimits.DEFAULT.withScannedBytes(100)));
    scan(table.all().withOptions(table.all().options().withFormat(PageFormat.KEY_VALUES)));
    assertThat(statistics().loads()).isZero();
  }

  @Test
  void shouldStayWithinItsLimitAndRetainBlocksThatFit() {
    reopen(32 * 1024);
    fill();
    for (int pass = 0; pass < 10; pass++) {
      scan(table.all());
      assertThat(statistics().bytes()).isLessThanOrEqualTo(32 * 1024);
    }
    assertThat(statistics().blocks()).isBetween(1L, BLOCKS - 1L);
    assertThat(statistics().evictions()).as("a table does not evict its own blocks").isZero();
    assertThat(statistics().hits()).isPositive();
    assertThat(statistics().refusals()).isPositive();
  }

  @Test
  void shouldEvictBlocksThatRecentScansDidNotUse() {
    reopen(26 * 1024);
    fill();
    ScanRequest lower =
        table.all().withSpans(List.of(new KeySpan(table.rowKey(0), table.rowKey(500))));
    ScanRequest upper =
        table.all().withSpans(List.of(new KeySpan(table.rowKey(500), table.rowKey(1000))));
    scan(lower);
    for (int pass = 0; pass < 10; pass++) {
      scan(upper);
    }
    assertThat(statistics().evictions()).isPositive();
    long hits = statistics().hits();
    scan(upper);
    assertThat(statistics().hits()).isGreaterThan(hits);
  }

  @Test
  void shouldSendCachedRowsAsColumns() {
    fill();
    ScanRequest auto = table.all().withOptions(table.all().options().withFormat(PageFormat.AUTO));
    scan(table.all());
    try (PageStream stream = table.scanner.open(auto, Cancellation.withoutDeadline())) {
      assertThat(stream.format()).isEqualTo(PageFormat.COL_BATCH);
    }
  }

  @Test
  void shouldInvalidateAllBlocksThatACommitChanges() {
    fill();
    scan(table.all());
    Mutations mutations = new Mutations();
    for (int id = 0; id < ROWS; id += 3) {
      mutations.delete(table.rowKey(id), Condition.PRESENT);
    }
    table.mvcc.pipeline.commit(mutations);
    assertThat(statistics().blocks()).isZero();
    scan(table.all());
    scan(table.all());
  }

  @Test
  void shouldServeFilteredScans() {
    fill();
    ScanRequest some =
        filtered(table.request("name"), Filter.compare(id("amount"), Comparison.GREATER, 0L));
    scan(some);
    assertThat(statistics().loads()).isEqualTo(BLOCKS);
    scan(some);
    assertThat(statistics().hits()).isEqualTo(BLOCKS);
    for (int size = 1; size < 2000; size += 97) {
      scan(paged(some, PageLimits.DEFAULT.withRows(size)));
      scan(paged(some, PageLimits.DEFAULT.withEncodedBytes(size)));
      scan(paged(some, PageLimits.DEFAULT.withScannedBytes(size)));
      scan(some.withLimits(some.limits().withRowLimit(50 + size)));
    }
  }

  @Test
  void shouldServeEveryKindOfPredicate() {
    fill();
    Filter longName = new Filter.Like(id("name"), "nnnn%n");
    Filter isTrue = Filter.compare(id("flag"), Comparison.EQUAL, true);
    Filter noAmount = new Filter.IsNull(id("amount"));
    List<Filter> filters =
        List.of(
            Filter.or(Filter.and(longName, isTrue), noAmount, Filter.not(isTrue)),
            Filter.not(Filter.and(longName, Filter.not(noAmount))),
            Filter.in(id("name"), "n", "nnn", null),
            Filter.not(Filter.in(id("name"), "n", "nnn")),
            Filter.or(Filter.compare(id("id"), Comparison.LESS, 300), isTrue),
            Filter.and(isTrue, Filter.not(isTrue)),
            new Filter.Between(id("name"), "nn", "nnnnn"));
    for (Filter filter : filters) {
      scan(filtered(table.all(), filter));
      scan(filtered(table.request(), filter));
    }
    assertThat(statistics().hits()).isGreaterThan(filters.size() * (long) BLOCKS);
  }

  @Test
  void shouldReadNarrowFilteredSpansFromTheStore() {
    fill();
    Filter all = Filter.not(new Filter.IsNull(id("id")));
    KeySpan one = KeySpan.prefix(table.rowKey(7));
    KeySpan other = KeySpan.prefix(table.rowKey(9));
    scan(filtered(table.all(), all).withSpans(List.of(one)));
    scan(filtered(table.all(), all).withSpans(List.of(one, other)));
    assertThat(statistics().misses()).isZero();
  }

  @Test
  void shouldReadNarrowFilteredSpansFromCachedBlocksWithoutLoadingOthers() {
    fill();
    rows(table.scanner, vectors(table.all().withSpans(List.of(part(0, 500)))));
    long loads = statistics().loads();
    Filter some = Filter.compare(id("amount"), Comparison.GREATER, 0L);
    List<KeySpan> lookups = new ArrayList<>();
    for (int id = 12; id < ROWS; id += 7) {
      lookups.add(KeySpan.prefix(table.rowKey(id)));
    }
    ScanRequest request = vectors(filtered(table.all(), some).withSpans(lookups));
    assertThat(rows(table.scanner, request)).isEqualTo(rows(table.uncachedScanner, request));
    assertThat(statistics().hits()).isGreaterThanOrEqualTo(400 / 7);
    assertThat(statistics().loads()).isEqualTo(loads);
  }

  private KeySpan part(int from, int to) {
    return new KeySpan(table.rowKey(from), table.rowKey(to));
  }

  @Test
  void shouldReadBlocksInPlace() {
    fill();
    ScanRequest vectors = vectors(table.all());
    List<List<@Nullable Object>> expected = rows(table.uncachedScanner, vectors);
    assertThat(rows(table.scanner, vectors)).isEqualTo(expected);
    assertThat(rows(table.scanner, vectors)).isEqualTo(expected);
    assertThat(statistics().hits()).isEqualTo(BLOCKS);
    try (PageStream stream = table.scanner.open(vectors, Cancellation.withoutDeadline());
        ScanPage page = requireNonNull(stream.next())) {
      assertThat(page).isInstanceOf(VectorPage.class);
      for (int id = 50; id < 55; id++) {
        table.put(id, true, "changed", 1L);
      }
      assertThat(statistics().blocks()).isEqualTo(BLOCKS - 1);
      assertThat(Pages.rowsOf(page, vectors)).isEqualTo(expected.subList(0, BLOCK_ROWS));
    }
  }

  @Test
  void shouldReadManySelectedRowsInPlaceAndCollectFew() {
    fill();
    ScanRequest many = vectors(filtered(table.all(), Filter.not(new Filter.IsNull(id("amount")))));
    ScanRequest few = vectors(filtered(table.all(), Filter.compare(id("id"), Comparison.EQUAL, 7)));
    for (ScanRequest request : List.of(many, few)) {
      List<List<@Nullable Object>> expected = rows(table.uncachedScanner, request);
      assertThat(rows(table.scanner, request)).isEqualTo(expected);
    }
    assertThat(firstPage(many)).isInstanceOf(VectorPage.class);
    assertThat(firstPage(few)).isInstanceOf(ColumnPage.class);
  }

  @Test
  void shouldLoadBlocksOfAPartOfTheTableOnlyBehindItsFirstRows() {
    fill();
    for (Direction direction : Direction.values()) {
      ScanRequest few = part(100, 110, direction);
      assertThat(rows(table.scanner, few)).isEqualTo(rows(table.uncachedScanner, few)).hasSize(10);
      assertThat(statistics().loads()).isZero();
    }
    ScanRequest many = part(100, 400, Direction.FORWARD);
    for (int scan = 0; scan < 2; scan++) {
      assertThat(rows(table.scanner, many)).isEqualTo(rows(table.uncachedScanner, many));
      assertThat(statistics().loads()).isEqualTo(3);
    }
    try (PageStream stream = table.scanner.open(many, Cancellation.withoutDeadline());
        ScanPage page = requireNonNull(stream.next())) {
      assertThat(page.rowCount()).isEqualTo(10);
    }
    ScanRequest cached = part(150, 155, Direction.FORWARD);
    long hits = statistics().hits();
    assertThat(rows(table.scanner, cached)).isEqualTo(rows(table.uncachedScanner, cached));
    assertThat(statistics().hits()).isGreaterThan(hits);
  }

  private ScanRequest part(int from, int to, Direction direction) {
    ScanRequest all = vectors(table.all());
    return all.withSpans(List.of(new KeySpan(table.rowKey(from), table.rowKey(to))))
        .withOptions(all.options().withFormat(PageFormat.VECTORS).withDirection(direction));
  }

  private ScanPage firstPage(ScanRequest request) {
    try (PageStream stream = table.scanner.open(request, Cancellation.withoutDeadline());
        ScanPage page = requireNonNull(stream.next())) {
      return page;
    }
  }

  private static ScanRequest vectors(ScanRequest request) {
    return request.withOptions(request.options().withFormat(PageFormat.VECTORS));
  }

  private static List<List<@Nullable Object>> rows(Scanner scanner, ScanRequest request) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (PageStream stream = scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          rows.addAll(Pages.rowsOf(open, request));
        }
      }
    }
    return rows;
  }

  private int id(String column) {
    return schema.columns().stream()
        .filter(one -> one.name().equals(column))
        .findFirst()
        .orElseThrow()
        .id();
  }

  private static ScanRequest filtered(ScanRequest request, Filter filter) {
    return new ScanRequest(
        request.target(),
        request.spans(),
        request.readTimestamp(),
        request.selection().withFilter(filter),
        request.terms());
  }
}

package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.request.ScanTarget;
import dev.colonnade.scan.request.Selection;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.rocks.RocksStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of limits, memory accounting, errors and validation of scans. */
class ScanLimitsTest {
  private static final TableSchema WIDE_ROWS =
      TableSchema.builder()
          .required("id", Plain.INTEGER)
          .nullable("number", Plain.BIGINT)
          .nullable("filler", Plain.BYTEA)
          .key("id")
          .build();

  private static ScanTable wideRows(int count, int fillerBytes) {
    ScanTable table = new ScanTable(new MemoryStore(), WIDE_ROWS);
    table.putAll(
        IntStream.range(0, count)
            .mapToObj(id -> new @Nullable Object[] {id, (long) id, new byte[fillerBytes]})
            .toList());
    return table;
  }

  private static ScanRequest paged(ScanRequest request, PageLimits page) {
    return request.withLimits(request.limits().withPage(page));
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private static int pagesOf(ScanTable table, ScanRequest request) {
    int pages = 0;
    try (PageStream stream = table.scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        page.close();
        pages++;
      }
    }
    return pages;
  }

  @Test
  void shouldSendFewerPagesThanRawForNarrowProjectionsOfLargeRows() {
    try (ScanTable table = wideRows(400, 8 * 1024)) {
      ScanRequest request = table.request("number");
      ScanRequest raw =
          table
              .request("number", "filler")
              .withOptions(ScanOptions.DEFAULT.withFormat(PageFormat.KEY_VALUES));
      assertThat(pagesOf(table, request)).isEqualTo(1);
      assertThat(pagesOf(table, raw)).isGreaterThanOrEqualTo(3);
      assertThat(table.memory.getPeakMemoryAllocation()).isLessThan(8L * 1024 * 1024);
    }
  }

  @Test
  void shouldDiscardThePageOfAnError() {
    MemoryStore store = new MemoryStore();
    try (ScanTable table = new ScanTable(store, WIDE_ROWS)) {
      for (int id = 0; id < 100; id++) {
        table.put(id, 1L, new byte[10]);
      }
      ScanRequest request = paged(table.all(), PageLimits.DEFAULT.withRows(10));
      try (PageStream stream = table.scanner.open(request, Cancellation.withoutDeadline())) {
        for (int good = 0; good < 3; good++) {
          requireNonNull(stream.next(), "no page").close();
        }
        store.faults().failRead(5, ErrorCode.STORE_IO);
        assertFails(ErrorCode.STORE_IO, stream::next);
        assertThat(table.memory.getAllocatedMemory()).isZero();
        assertThatThrownBy(stream::next).isInstanceOf(IllegalStateException.class);
      }
    }
  }

  @Test
  void shouldStayWithinTheBudgetWithAThousandColumns() {
    TableSchemaBuilder schema = TableSchema.builder().required("id", Plain.INTEGER).key("id");
    for (int i = 0; i < 999; i++) {
      schema.nullable("c" + i, i % 2 == 0 ? Plain.BIGINT : Plain.TEXT);
    }
    long budget = 8L * 1024 * 1024;
    try (ScanTable table = ScanTable.of(schema.build())) {
      @Nullable Object[] row = new @Nullable Object[1000];
      row[0] = 1;
      table.put(row);
      for (long estimate : List.of(0L, 1L, 1_000_000L)) {
        ScanRequest request = table.all();
        request =
            request.withLimits(
                request
                    .limits()
                    .withPage(PageLimits.DEFAULT.withEncodedBytes(budget))
                    .withRowEstimate(estimate));
        try (ScanPage page = table.page(request)) {
          assertThat(page.rowCount()).isEqualTo(1);
          assertThat(table.memory.getAllocatedMemory()).isLessThanOrEqualTo(budget);
        }
      }
      assertThat(table.memory.getPeakMemoryAllocation()).isLessThanOrEqualTo(2 * budget);
    }
  }

  @Test
  void shouldNotExpectMoreHugeRowsAfterOne() {
    try (ScanTable table = new ScanTable(new MemoryStore(), WIDE_ROWS)) {
      table.put(0, 0L, new byte[20 * 1024 * 1024]);
      table.put(1, 1L, new byte[1]);
      try (PageStream stream = table.scanner.open(table.all(), Cancellation.withoutDeadline())) {
        requireNonNull(stream.next(), "no page").close();
        ScanPage small = requireNonNull(stream.next(), "no page");
        assertThat(table.memory.getAllocatedMemory()).isLessThan(2L * 1024 * 1024);
        small.close();
      }
    }
  }

  @Test
  void shouldFailTheRequestThatNeedsTooMuchMemoryAndNoOther() {
    try (ScanTable table = wideRows(10, 100_000)) {
      Scanner narrow = table.newScanner(300_000);
      assertFails(
          ErrorCode.MEMORY_LIMIT, () -> narrow.page(table.all(), Cancellation.withoutDeadline()));
      assertThat(table.memory.getAllocatedMemory()).isZero();
      try (ScanPage page = narrow.page(table.request("id"), Cancellation.withoutDeadline())) {
        assertThat(page.rowCount()).isEqualTo(10);
      }
    }
  }

  @Test
  void shouldPauseWithinManyDeletedRows() {
    try (ScanTable table = wideRows(10_000, 1)) {
      for (int id = 0; id < 9_990; id++) {
        table.delete(id);
      }
      ScanRequest request = paged(table.request("id"), PageLimits.DEFAULT.withScannedBytes(1000));
      try (ScanPage page = table.page(request)) {
        assertThat(page.rowCount()).isZero();
        assertThat(page.reason()).isEqualTo(StopReason.SCANNED_BYTES);
        assertThat(page.resume().getFirst().start()).isGreaterThan(table.rowKey(1000));
      }
      Cancellation canceled = Cancellation.withoutDeadline();
      canceled.cancel();
      assertFails(ErrorCode.CANCELED, () -> table.scanner.page(table.all(), canceled));
    }
  }

  @Test
  void shouldEndAtItsDeadline() {
    try (ScanTable table = wideRows(5_000, 1)) {
      AtomicLong nanos = new AtomicLong();
      // Every read of the clock advances it by a nanosecond: one read at the start, and one
      // every
      // thousand rows.
      Cancellation deadline = Cancellation.at(nanos::incrementAndGet, 3);
      assertFails(ErrorCode.DEADLINE_EXCEEDED, () -> table.scanner.page(table.all(), deadline));
      assertThat(table.memory.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void shouldResumeAfterARestart(@TempDir Path folder) {
    UUID id = new UUID(3, 4);
    List<KeySpan> resume;
    long timestamp;
    try (ScanTable table =
        new ScanTable(RocksStore.open(folder, RocksStoreConfig.defaults(), id), WIDE_ROWS)) {
      for (int row = 0; row < 10; row++) {
        table.put(row, (long) row, null);
      }
      timestamp = table.mvcc.reads.latest();
      try (ScanPage page = table.page(paged(table.request("id"), PageLimits.DEFAULT.withRows(4)))) {
        resume = page.resume();
      }
    }
    try (ScanTable table =
        new ScanTable(RocksStore.open(folder, RocksStoreConfig.defaults(), id), WIDE_ROWS)) {
      ScanRequest request =
          ScanRequest.of(
              table.target(), resume, timestamp, Selection.of(table.ids("id", "number")));
      try (ScanPage page = table.page(request)) {
        assertThat(Pages.rowsOf(page, request))
            .isEqualTo(IntStream.range(4, 10).mapToObj(n -> CellValues.row(n, (long) n)).toList());
      }
    }
  }

  @Test
  void shouldRefuseInvalidRequests() {
    try (ScanTable table = wideRows(3, 1)) {
      ScanRequest good = table.all();
      KeySpan all = table.span();
      KeySpan low = new KeySpan(all.start(), table.rowKey(2));
      List<KeySpan> overlapping = List.of(low, new KeySpan(table.rowKey(1), all.end()));
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> good.withSpans(overlapping));
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> good.withSpans(List.of(KeySpan.ALL)));
      assertFails(
          ErrorCode.INVALID_ARGUMENT,
          () ->
              good.withSpans(
                  Collections.nCopies(
                      ScanRequest.SPANS_MAX + 1, new KeySpan(all.start(), all.start()))));
      for (long limit : new long[] {0, -1}) {
        assertFails(ErrorCode.INVALID_ARGUMENT, () -> PageLimits.DEFAULT.withRows(limit));
        assertFails(ErrorCode.INVALID_ARGUMENT, () -> PageLimits.DEFAULT.withEncodedBytes(limit));
        assertFails(ErrorCode.INVALID_ARGUMENT, () -> PageLimits.DEFAULT.withScannedBytes(limit));
      }
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> ScanLimits.DEFAULT.withRowLimit(-1));
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> ScanLimits.DEFAULT.withRowEstimate(-1));
      assertFails(ErrorCode.INVALID_ARGUMENT, () -> new ScanTarget(table.format(), 1));
      assertFails(
          ErrorCode.UNKNOWN_COLUMN, () -> table.page(table.request(Selection.of(List.of(99)))));
      assertFails(
          ErrorCode.INVALID_ARGUMENT, () -> table.page(table.request(Selection.of(List.of(1, 1)))));
      assertFails(
          ErrorCode.UNKNOWN_COLUMN,
          () ->
              table.page(
                  table.request(Selection.of(List.of(1)).withFilter(new Filter.IsNull(99)))));
      assertFails(
          ErrorCode.READ_TIMESTAMP_IN_FUTURE,
          () ->
              table.page(
                  ScanRequest.of(table.target(), List.of(all), Long.MAX_VALUE, good.selection())));
      assertFails(
          ErrorCode.INVALID_ARGUMENT,
          () ->
              table.scanner.open(
                  good.withLimits(good.limits().withAllowEmptyPage(true)),
                  Cancellation.withoutDeadline()));
      assertThat(table.memory.getAllocatedMemory()).isZero();
    }
  }

  @Test
  void shouldRefuseSpansThatDivideARow() {
    TableSchema families =
        TableSchema.builder()
            .required("id", Plain.INTEGER)
            .nullable("a", ColumnType.varchar(5))
            .nullable("b", ColumnType.varchar(5))
            .key("id")
            .family("first", "a")
            .family("second", "b")
            .build();
    try (ScanTable table = ScanTable.of(families)) {
      var keys = table.format().keyCodec();
      KeySpan all = table.span();
      ScanRequest good = table.all();
      assertFails(
          ErrorCode.INVALID_ARGUMENT,
          () ->
              good.withSpans(List.of(new KeySpan(keys.familyKey(table.rowKey(1), 1), all.end()))));
      assertFails(
          ErrorCode.INVALID_ARGUMENT,
          () ->
              good.withSpans(
                  List.of(new KeySpan(all.start(), keys.familyKey(table.rowKey(1), 1)))));
      List<KeySpan> whole = new ArrayList<>();
      whole.add(new KeySpan(keys.familyKey(table.rowKey(1), 0), table.rowKey(9)));
      assertThat(good.withSpans(whole).spans()).isEqualTo(whole);
    }
  }
}

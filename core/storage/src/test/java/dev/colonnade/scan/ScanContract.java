package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.Store;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.TableSchema;
import dev.colonnade.type.schema.TableSchemaBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract tests of scans, for any store and cursor. */
abstract class ScanContract {
  private static final int FAMILIES = 6;
  private static final int ROWS = 20;

  /** Table whose rows have an id and, in each family, a number and a text. */
  private @Nullable ScanTable opened;

  abstract Store newStore();

  @BeforeEach
  void open() {
    TableSchemaBuilder schema =
        TableSchema.builder().required("id", ColumnType.Plain.INTEGER).key("id");
    for (int i = 0; i < FAMILIES; i++) {
      schema.nullable("n" + i, ColumnType.Plain.BIGINT).nullable("t" + i, ColumnType.Plain.TEXT);
      schema.family("f" + i, "n" + i, "t" + i);
    }
    opened = new ScanTable(newStore(), schema.build());
  }

  @AfterEach
  void close() {
    table().close();
  }

  private ScanTable table() {
    return requireNonNull(opened, "no table is open");
  }

  private static @Nullable Object[] values(int id) {
    @Nullable Object[] values = new @Nullable Object[1 + 2 * FAMILIES];
    values[0] = id;
    for (int i = 0; i < FAMILIES; i++) {
      // The families in the middle are missing in every third row.
      boolean absent = id % 3 == 1 && i > 1 && i < 4;
      values[1 + 2 * i] = absent ? null : (long) (100 * id + i);
      values[2 + 2 * i] = absent ? null : "row " + id + " family " + i;
    }
    return values;
  }

  private void fill() {
    table().putAll(IntStream.range(0, ROWS).mapToObj(ScanContract::values).toList());
  }

  private static ScanRequest paged(ScanRequest request, PageLimits page) {
    return request.withLimits(request.limits().withPage(page));
  }

  private static ScanRequest reversed(ScanRequest request) {
    return request.withOptions(request.options().withDirection(Direction.REVERSE));
  }

  private static ScanRequest as(ScanRequest request, PageFormat format) {
    return request.withOptions(request.options().withFormat(format));
  }

  private static ScanRequest limited(ScanRequest request, long rows) {
    return request.withLimits(request.limits().withRowLimit(rows));
  }

  private List<List<@Nullable Object>> reference(ScanRequest request) {
    return new ReferenceScan(table().mvcc.reads).rows(request);
  }

  /** Returns all rows, page by page, with one request per page. */
  private List<List<@Nullable Object>> rows(ScanRequest request, List<PageMetadata> pages) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    ScanRequest next = request;
    while (true) {
      try (ScanPage page = table().page(next)) {
        pages.add(PageMetadata.of(page));
        rows.addAll(Pages.rowsOf(page, next));
        if (page.end().isLast() || page.reason() == StopReason.ROW_LIMIT) {
          return rows;
        }
        next = next.resumed(page.resume(), page.rowCount());
      }
    }
  }

  private List<List<@Nullable Object>> rows(ScanRequest request) {
    return rows(request, new ArrayList<>());
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnOneWholeRowOfFamiliesThatAreNotAdjacent(Direction direction) {
    fill();
    ScanRequest request = limited(table().request("t5", "n0", "id", "n3"), 1);
    request = request.withOptions(request.options().withDirection(direction));
    for (PageFormat format : PageFormat.values()) {
      assertThat(rows(as(request, format))).isEqualTo(reference(request)).hasSize(1);
    }
  }

  @Test
  void shouldReadRowsWithMissingFamiliesAndPartialVisibility() {
    long first = table().put(values(1));
    long second = table().putFamily(2, values(2));
    long third = table().putFamily(4, values(1));
    long deleted = table().delete(1);
    long again = table().putFamily(0, values(1));
    for (long timestamp : List.of(first - 1, first, second, third, deleted, again)) {
      ScanRequest all = table().all();
      ScanRequest request =
          ScanRequest.of(table().target(), List.of(table().span()), timestamp, all.selection());
      assertThat(rows(request)).isEqualTo(reference(request));
      assertThat(rows(reversed(request))).isEqualTo(reference(reversed(request)));
    }
  }

  @Test
  void shouldEndPagesBetweenRowsForEveryLimit() {
    fill();
    ScanRequest all = table().all();
    for (PageFormat format : List.of(PageFormat.COL_BATCH, PageFormat.KEY_VALUES)) {
      for (int size = 1; size < 1600; size += 131) {
        for (PageLimits page :
            List.of(
                PageLimits.DEFAULT.withRows(1 + size / 400),
                PageLimits.DEFAULT.withEncodedBytes(size),
                PageLimits.DEFAULT.withScannedBytes(size))) {
          ScanRequest request = paged(as(all, format), page);
          assertThat(rows(request)).as("%s", request).isEqualTo(reference(request));
          assertThat(rows(reversed(request))).isEqualTo(reference(reversed(request)));
        }
      }
    }
  }

  @Test
  void shouldResumeAtTheFirstKeyOfTheRowThatDidNotFit() {
    fill();
    ScanRequest request = paged(table().all(), PageLimits.DEFAULT.withRows(2));
    try (ScanPage page = table().page(request)) {
      assertThat(page.reason()).isEqualTo(StopReason.PAGE_ROWS);
      assertThat(page.resume())
          .containsExactly(new KeySpan(table().rowKey(2), table().span().end()));
    }
    try (ScanPage page = table().page(reversed(request))) {
      Key behind = table().format().keyCodec().rowSpan(table().rowKey(ROWS - 3)).end();
      assertThat(page.resume()).containsExactly(new KeySpan(table().span().start(), behind));
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldCompleteAFirstRowThatIsTooLargeUnlessAnEmptyPageIsAllowed(Direction direction) {
    fill();
    ScanRequest request = paged(table().all(), PageLimits.DEFAULT.withEncodedBytes(1));
    request = request.withOptions(request.options().withDirection(direction));
    for (PageFormat format : List.of(PageFormat.COL_BATCH, PageFormat.KEY_VALUES)) {
      List<PageMetadata> pages = new ArrayList<>();
      assertThat(rows(as(request, format), pages)).isEqualTo(reference(request));
      assertThat(pages).hasSize(ROWS).allMatch(page -> page.rows() == 1);

      ScanRequest allowing =
          as(request, format).withLimits(request.limits().withAllowEmptyPage(true));
      try (ScanPage page = table().page(allowing)) {
        assertThat(page.rowCount()).isZero();
        assertThat(page.reason()).isEqualTo(StopReason.ENCODED_BYTES);
        assertThat(page.usage().encodedBytes()).isZero();
        assertThat(rows(request.withSpans(page.resume()))).isEqualTo(reference(request));
      }
    }
  }

  @Test
  void shouldStopManySpansUnderOneLimitAtTheSameRowInBothFormats() {
    fill();
    List<KeySpan> spans =
        ScanRequest.spansOf(
            table().target(), IntStream.range(2, 15).mapToObj(table()::rowKey).toList());
    ScanRequest request = limited(table().all().withSpans(spans), 7);
    request = paged(request, PageLimits.DEFAULT.withRows(3));
    for (ScanRequest directed : List.of(request, reversed(request))) {
      List<PageMetadata> columns = new ArrayList<>();
      List<PageMetadata> keyValues = new ArrayList<>();
      assertThat(rows(directed, columns)).isEqualTo(reference(directed)).hasSize(7);
      assertThat(rows(as(directed, PageFormat.KEY_VALUES), keyValues))
          .isEqualTo(reference(directed));
      assertThat(columns.stream().map(PageMetadata::withoutEncoded))
          .isEqualTo(keyValues.stream().map(PageMetadata::withoutEncoded).toList());
    }
  }

  @Test
  void shouldChargeAndReportAllThatWasConsumed() {
    fill();
    ScanRequest request = table().all();
    List<PageMetadata> one = new ArrayList<>();
    List<PageMetadata> many = new ArrayList<>();
    rows(request, one);
    rows(paged(request, PageLimits.DEFAULT.withRows(3)), many);

    assertThat(one).hasSize(1);
    assertThat(many).hasSize(7);
    assertThat(many.stream().mapToLong(PageMetadata::rows).sum()).isEqualTo(ROWS);
    // Two families are missing in every third row.
    long keyValues = ROWS * FAMILIES - 2 * 7;
    assertThat(one.getFirst().keyValues()).isEqualTo(keyValues);
    assertThat(many.stream().mapToLong(PageMetadata::keyValues).sum()).isEqualTo(keyValues);
    assertThat(many.stream().mapToLong(PageMetadata::scannedBytes).sum())
        .isEqualTo(one.getFirst().scannedBytes());
    assertThat(one.getFirst().encodedBytes()).isPositive();
  }

  @ParameterizedTest
  @EnumSource
  void shouldChargeStreamsWhatSinglePagesAreCharged(Direction direction) {
    fill();
    for (int id = 0; id < ROWS; id += 2) {
      table().putFamily(FAMILIES - 1, withoutLastFamily(id));
    }
    ScanRequest request = paged(table().all(), PageLimits.DEFAULT.withRows(3));
    request = request.withOptions(request.options().withDirection(direction));
    List<PageMetadata> pages = new ArrayList<>();
    rows(request, pages);
    List<PageMetadata> streamed = new ArrayList<>();
    try (PageStream stream = table().scanner.open(request, Cancellation.withoutDeadline())) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        streamed.add(PageMetadata.of(page));
        page.close();
      }
    }
    assertThat(streamed).isEqualTo(pages).hasSizeGreaterThan(5);
  }

  private static @Nullable Object[] withoutLastFamily(int id) {
    @Nullable Object[] values = values(id);
    values[values.length - 2] = null;
    values[values.length - 1] = null;
    return values;
  }

  @Test
  void shouldReturnNothingForEmptySpansAndRefuseReversedOnes() {
    fill();
    Key key = table().rowKey(3);
    for (List<KeySpan> spans : List.of(List.<KeySpan>of(), List.of(new KeySpan(key, key)))) {
      try (ScanPage page = table().page(table().all().withSpans(spans))) {
        assertThat(page.rowCount()).isZero();
        assertThat(page.reason()).isEqualTo(StopReason.EXHAUSTED);
        assertThat(page.resume()).isEmpty();
      }
    }
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> new KeySpan(table().rowKey(4), table().rowKey(3)));
  }

  @Test
  void shouldContinueAcrossSplitsAndMerges() {
    fill();
    ScanRequest request = paged(table().all(), PageLimits.DEFAULT.withRows(3));
    List<List<@Nullable Object>> expected = reference(request);
    for (boolean reverse : new boolean[] {false, true}) {
      ScanRequest directed = reverse ? reversed(request) : request;
      List<List<@Nullable Object>> rows = new ArrayList<>();
      try (PageStream stream = table().scanner.open(directed, Cancellation.withoutDeadline())) {
        int pages = 0;
        for (ScanPage page = stream.next(); page != null; page = stream.next()) {
          try (ScanPage open = page) {
            rows.addAll(Pages.rowsOf(open, directed));
          }
          changeRanges(pages++);
        }
      }
      if (reverse) {
        Collections.reverse(rows);
      }
      assertThat(rows).isEqualTo(expected);
    }
  }

  /** Splits at page ends and in the middle of the next page; then merges all ranges. */
  private void changeRanges(int page) {
    if (page < 4) {
      Key key = table().rowKey(3 * page + 4);
      if (!table().ranges.lookup(key).span().start().equals(key)) {
        table().rangeOperations.splitAt(key);
      }
    } else if (table().ranges.map().size() > 1) {
      table().rangeOperations.merge(table().ranges.map().all());
    }
  }

  @Test
  void shouldScanManyRangesConcurrently() {
    fill();
    IntStream.range(1, ROWS).forEach(id -> table().rangeOperations.splitAt(table().rowKey(id)));
    ScanRequest request = table().all();
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (PageStream stream =
        table()
            .scanner
            .open(request, Cancellation.withoutDeadline(), Parallelism.of(Runnable::run, 3))) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        try (ScanPage open = page) {
          rows.addAll(Pages.rowsOf(open, request));
        }
      }
    }
    assertThat(rows).isEqualTo(reference(request));
  }

  /** Metadata of a page. */
  record PageMetadata(
      int rows,
      StopReason reason,
      List<KeySpan> resume,
      long encodedBytes,
      long scannedBytes,
      long keyValues) {
    static PageMetadata of(ScanPage page) {
      return new PageMetadata(
          page.rowCount(),
          page.reason(),
          page.resume(),
          page.usage().encodedBytes(),
          page.usage().scannedBytes(),
          page.usage().keyValues());
    }

    PageMetadata withoutEncoded() {
      return new PageMetadata(rows, reason, resume, 0, scannedBytes, keyValues);
    }
  }
}

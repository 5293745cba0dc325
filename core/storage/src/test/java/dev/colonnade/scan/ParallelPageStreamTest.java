package dev.colonnade.scan;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.Direction;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of parallel scans: order, limits, backpressure, failure, cancellation and close. */
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParallelPageStreamTest {
  private static final int ROWS = 120;
  private static final int ROWS_PER_RANGE = 4;
  private static final TableSchema SCHEMA =
      TableSchema.builder()
          .required("id", Plain.INTEGER)
          .nullable("number", Plain.BIGINT)
          .nullable("filler", Plain.BYTEA)
          .key("id")
          .build();

  private final ExecutorService pool = Executors.newFixedThreadPool(3);
  private final MemoryStore store = new MemoryStore();
  private final ScanTable table = new ScanTable(store, SCHEMA);

  @BeforeEach
  void fill() {
    table.putAll(
        IntStream.range(0, ROWS)
            .mapToObj(id -> new @Nullable Object[] {id, 7L * id, new byte[20]})
            .toList());
    for (int id = ROWS_PER_RANGE; id < ROWS; id += ROWS_PER_RANGE) {
      table.rangeOperations.splitAt(table.rowKey(id));
    }
  }

  @AfterEach
  void close() {
    pool.close();
    table.close(); // fails on a memory leak
  }

  private ScanRequest request(boolean ordered) {
    ScanRequest request = table.all();
    return request.withOptions(request.options().withOrdered(ordered));
  }

  private static ScanRequest paged(ScanRequest request, PageLimits page) {
    return request.withLimits(request.limits().withPage(page));
  }

  private static ScanRequest limited(ScanRequest request, long rows) {
    return request.withLimits(request.limits().withRowLimit(rows));
  }

  private static ScanRequest directed(ScanRequest request, Direction direction) {
    return request.withOptions(request.options().withDirection(direction));
  }

  private PageStream open(ScanRequest request, Parallelism parallelism) {
    return table.scanner.open(request, Cancellation.withoutDeadline(), parallelism);
  }

  /**
   * Returns a parallelism whose executor runs workers on the calling thread: execution is
   * deterministic.
   */
  private static Parallelism inline(int degree) {
    return Parallelism.of(Runnable::run, degree);
  }

  private List<List<@Nullable Object>> reference(ScanRequest request) {
    return new ReferenceScan(table.mvcc.reads).rows(request);
  }

  private static List<List<@Nullable Object>> rows(PageStream stream, ScanRequest request) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ScanPage page = stream.next(); page != null; page = stream.next()) {
      try (ScanPage open = page) {
        rows.addAll(Pages.rowsOf(open, request));
      }
    }
    assertThat(stream.next()).as("after the end").isNull();
    return rows;
  }

  private List<List<@Nullable Object>> rows(ScanRequest request, Parallelism parallelism) {
    try (PageStream stream = open(request, parallelism)) {
      return rows(stream, request);
    }
  }

  private static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  private void assertEndedByFailure(PageStream stream) {
    assertThatThrownBy(stream::next).isInstanceOf(IllegalStateException.class);
    assertThat(table.memory.getAllocatedMemory()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnRowsInKeyOrderIfOrdered(Direction direction) {
    for (int pageRows : new int[] {1, 3, 1000}) {
      ScanRequest request =
          paged(directed(request(true), direction), PageLimits.DEFAULT.withRows(pageRows));
      for (int degree = 1; degree <= 4; degree++) {
        assertThat(rows(request, Parallelism.of(pool, degree))).isEqualTo(reference(request));
        assertThat(rows(request, inline(degree))).isEqualTo(reference(request));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void shouldReturnEveryRowOnceInAnyOrder(Direction direction) {
    for (int pageRows : new int[] {1, 3, 1000}) {
      ScanRequest request =
          paged(directed(request(false), direction), PageLimits.DEFAULT.withRows(pageRows));
      for (int degree = 1; degree <= 4; degree++) {
        assertThat(rows(request, Parallelism.of(pool, degree)))
            .containsExactlyInAnyOrderElementsOf(reference(request));
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"true,1", "true,4", "true,7", "true,119", "false,1", "false,4", "false,7"})
  void shouldShareOneLimitOfRows(boolean ordered, int limit) {
    ScanRequest request = limited(request(ordered), limit);
    ScanRequest small = paged(request, PageLimits.DEFAULT.withRows(3));
    for (ScanRequest variant : List.of(request, small)) {
      for (Parallelism parallelism : List.of(Parallelism.of(pool, 3), inline(3))) {
        List<List<@Nullable Object>> rows = rows(variant, parallelism);
        assertThat(rows).hasSize(limit).doesNotHaveDuplicates();
        assertThat(reference(request(true))).containsAll(rows);
        if (ordered) {
          assertThat(rows).isEqualTo(reference(variant));
        }
      }
    }
  }

  @Test
  void shouldProduceAPageAgainThatExceedsTheRemainingRowLimit() {
    // Both lanes produce pages of four rows before any is delivered; the limit leaves two of
    // the
    // second one.
    ScanRequest request = limited(request(true), ROWS_PER_RANGE + 2);
    try (PageStream stream = open(request, new Parallelism(Runnable::run, 4, 8))) {
      List<Integer> sizes = new ArrayList<>();
      StopReason reason = StopReason.EXHAUSTED;
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        sizes.add(page.rowCount());
        reason = page.reason();
        page.close();
      }
      assertThat(sizes).containsExactly(ROWS_PER_RANGE, 2);
      assertThat(reason).isEqualTo(StopReason.ROW_LIMIT);
    }
  }

  @Test
  void shouldEndAtItsRowLimitAlsoIfThePageEndedForAnotherReason() {
    ScanRequest atRangeEnd = limited(request(true), 2 * ROWS_PER_RANGE);
    ScanRequest atPageEnd = paged(limited(request(true), 6), PageLimits.DEFAULT.withRows(2));
    for (ScanRequest request : List.of(atRangeEnd, atPageEnd)) {
      try (PageStream stream = open(request, inline(3))) {
        ScanPage last = null;
        long rows = 0;
        for (ScanPage page = stream.next(); page != null; page = stream.next()) {
          rows += page.rowCount();
          last = page;
          page.close();
        }
        assertThat(rows).isEqualTo(request.limits().rowLimit());
        assertThat(requireNonNull(last, "no page").reason()).isEqualTo(StopReason.ROW_LIMIT);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldApplyPageLimitsInEveryLane(boolean ordered) {
    for (PageLimits limits :
        List.of(
            PageLimits.DEFAULT.withRows(2),
            PageLimits.DEFAULT.withEncodedBytes(400),
            PageLimits.DEFAULT.withScannedBytes(100))) {
      ScanRequest request = paged(request(ordered), limits);
      ScanUsage usage = ScanUsage.NONE;
      int pages = 0;
      try (PageStream stream = open(request, Parallelism.of(pool, 3))) {
        for (ScanPage page = stream.next(); page != null; page = stream.next()) {
          usage = usage.plus(page.usage());
          pages++;
          assertThat((long) page.rowCount()).isLessThanOrEqualTo(limits.rows());
          if (page.rowCount() > 1) {
            assertThat(page.usage().encodedBytes()).isLessThanOrEqualTo(limits.encodedBytes());
          }
          page.close();
        }
      }
      assertThat(pages).isGreaterThanOrEqualTo(ROWS / ROWS_PER_RANGE);
      assertThat(usage.rows()).isEqualTo(ROWS);
      assertThat(usage.keyValues()).isEqualTo(ROWS);
      assertThat(usage.scannedBytes()).isEqualTo(scannedInOneGo());
    }
  }

  private long scannedInOneGo() {
    try (ScanPage page = table.page(table.all())) {
      return page.usage().scannedBytes();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReturnTheExactResumeSpansInEveryPage(boolean ordered) {
    ScanRequest request = paged(request(ordered), PageLimits.DEFAULT.withRows(3));
    List<List<@Nullable Object>> before = new ArrayList<>();
    try (PageStream stream = open(request, Parallelism.of(pool, 3))) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        before.addAll(Pages.rowsOf(page, request));
        List<List<@Nullable Object>> whole = new ArrayList<>(before);
        if (!page.resume().isEmpty()) {
          whole.addAll(reference(request.withSpans(page.resume())));
        }
        assertThat(whole).containsExactlyInAnyOrderElementsOf(reference(request));
        page.close();
      }
    }
    assertThat(before).hasSize(ROWS);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFreeAllMemoryWhenClosedEarly(boolean ordered) {
    for (int taken = 0; taken < 12; taken++) {
      ScanRequest request = paged(request(ordered), PageLimits.DEFAULT.withRows(1));
      PageStream stream = open(request, Parallelism.of(pool, 3));
      for (int i = 0; i < taken; i++) {
        requireNonNull(stream.next(), "no page").close();
      }
      stream.close();
      assertEndedByFailure(stream);
      stream.close();
    }
  }

  @Test
  void shouldIgnoreWorkersThatStartAfterClose() {
    Queue<Runnable> late = new ArrayDeque<>();
    PageStream stream = open(request(true), Parallelism.of(late::add, 3));
    requireNonNull(stream.next(), "no page").close();
    stream.close();
    assertThat(late).isNotEmpty();
    late.forEach(Runnable::run);
    assertEndedByFailure(stream);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldFailAsAWholeIfOneLaneFails(boolean ordered) {
    ScanRequest request = paged(request(ordered), PageLimits.DEFAULT.withRows(2));
    List<List<@Nullable Object>> all = reference(request);
    int failures = 0;
    for (Parallelism parallelism : List.of(inline(3), Parallelism.of(pool, 3))) {
      for (int read = 1; read <= ROWS; read += 7) {
        store.faults().failRead(read, ErrorCode.STORE_IO);
        try (PageStream stream = open(request, parallelism)) {
          assertFails(ErrorCode.STORE_IO, () -> readUntilFailure(stream, request, all));
          failures++;
          assertEndedByFailure(stream);
        }
        store.faults().heal();
      }
    }
    assertThat(failures).isEqualTo(2 * 18);
    assertThat(rows(request, inline(3))).containsExactlyInAnyOrderElementsOf(all);
  }

  /**
   * Reads until the failure; no page may look like the last, and ordered rows are a prefix of all
   * rows.
   */
  private static void readUntilFailure(
      PageStream stream, ScanRequest request, List<List<@Nullable Object>> all) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (ScanPage page = stream.next(); page != null; page = stream.next()) {
      try (ScanPage open = page) {
        assertThat(open.end().isLast()).as("last page of a scan that fails").isFalse();
        rows.addAll(Pages.rowsOf(open, request));
        if (request.options().ordered()) {
          assertThat(rows).isEqualTo(all.subList(0, rows.size()));
        }
      }
    }
  }

  @Test
  void shouldFailAfterTheDeliveredPages() {
    // The first page is ready; an error in a later range is thrown by the next call at the
    // latest.
    ScanRequest request = request(true);
    try (PageStream stream = open(request, inline(2))) {
      requireNonNull(stream.next(), "no page").close();
      store.faults().failRead(1, ErrorCode.STORE_IO);
      assertFails(ErrorCode.STORE_IO, () -> rows(stream, request));
      assertEndedByFailure(stream);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldEndWhenItIsCanceled(boolean ordered) {
    for (int taken = 0; taken < 6; taken++) {
      Cancellation cancellation = Cancellation.withoutDeadline();
      ScanRequest request = paged(request(ordered), PageLimits.DEFAULT.withRows(1));
      try (PageStream stream =
          table.scanner.open(request, cancellation, new Parallelism(pool, 3, 3))) {
        for (int i = 0; i < taken; i++) {
          requireNonNull(stream.next(), "no page").close();
        }
        cancellation.cancel();
        assertFails(ErrorCode.CANCELED, () -> rows(stream, request));
        assertEndedByFailure(stream);
      }
    }
  }

  @Test
  void shouldEndAtItsDeadline() {
    AtomicInteger looks = new AtomicInteger();
    Cancellation deadline = Cancellation.at(looks::incrementAndGet, 10);
    ScanRequest request = paged(request(false), PageLimits.DEFAULT.withRows(1));
    try (PageStream stream = table.scanner.open(request, deadline, Parallelism.of(pool, 3))) {
      assertFails(ErrorCode.DEADLINE_EXCEEDED, () -> rows(stream, request));
      assertEndedByFailure(stream);
    }
  }

  @Test
  void shouldContinueOnTheReaderThreadIfTheExecutorRejects() {
    ScanRequest request = request(true);
    Parallelism refused =
        Parallelism.of(
            task -> {
              throw new RejectedExecutionException("full");
            },
            3);
    assertThat(rows(request, refused)).isEqualTo(reference(request));
  }

  @Test
  void shouldContinueOnTheReaderThreadIfWorkersNeverStart() {
    ScanRequest request = paged(request(true), PageLimits.DEFAULT.withRows(1));
    List<Runnable> never = new ArrayList<>();
    assertThat(rows(request, Parallelism.of(never::add, 3))).isEqualTo(reference(request));
    assertThat(never).hasSizeBetween(1, 3);
  }

  @Test
  void shouldNotStartWorkersWithoutWork() {
    // More threads than lanes, and a page limit above the number of pages: once all lanes are
    // done
    // or full, no further workers may be started. Every started worker produces a page.
    ScanRequest request = request(true).withSpans(List.of(table.span()));
    AtomicInteger started = new AtomicInteger();
    Parallelism parallelism =
        new Parallelism(
            task -> {
              started.incrementAndGet();
              task.run();
            },
            64,
            1024);
    List<List<@Nullable Object>> rows = rows(request, parallelism);
    assertThat(rows).isEqualTo(reference(request));
    assertThat(started.get()).isBetween(1, ROWS / ROWS_PER_RANGE);
  }

  @Test
  void shouldContinueAfterAPause() {
    AtomicInteger started = new AtomicInteger();
    Parallelism counting =
        Parallelism.of(
            task -> {
              started.incrementAndGet();
              pool.execute(task);
            },
            3);
    ScanRequest request = paged(request(true), PageLimits.DEFAULT.withRows(3));
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (PageStream stream = open(request, counting)) {
      for (ScanPage page = stream.next(); page != null; page = stream.next()) {
        rows.addAll(Pages.rowsOf(page, request));
        page.close();
        stream.pause();
      }
    }
    assertThat(rows).isEqualTo(reference(request));
    assertThat(started.get()).isPositive();
  }

  @Test
  void shouldNotWaitForThreadsThatAllReadStreamsThemselves() throws Exception {
    int readers = 6; // more than the pool has threads
    ScanRequest request = paged(request(true), PageLimits.DEFAULT.withRows(1));
    List<Future<List<List<@Nullable Object>>>> results = new ArrayList<>();
    for (int i = 0; i < readers; i++) {
      results.add(pool.submit(() -> rows(request, Parallelism.of(pool, 4))));
    }
    for (Future<List<List<@Nullable Object>>> result : results) {
      assertThat(resultOf(result)).isEqualTo(reference(request));
    }
  }

  private static List<List<@Nullable Object>> resultOf(Future<List<List<@Nullable Object>>> result)
      throws Exception {
    try {
      return result.get(120, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      throw new AssertionError("a reader failed", e.getCause());
    }
  }
}

package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.queue.PendingWork;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chart of all ranges: a page for browsers, and the data that it polls, column by column. If there
 * are more than {@link #BARS_MAX} ranges, one bar represents several adjacent ranges and has the
 * size of the largest of them, so that the data stay small.
 */
final class RangeConsole {
  static final int BARS_MAX = 10_000;

  private static final int OK = 200;
  private static final String USER = "admin";
  private static final String FILE = "ranges.html";
  private static final int NO_TABLE = -1;

  private final AdminView view;
  private final PageResponse page =
      new PageResponse(OK, PageResponse.HTML, read(), PageResponse.SELF_CONTAINED_POLICY);

  RangeConsole(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  /** Returns the self-contained page, which loads nothing but the data. */
  PageResponse page() {
    return page;
  }

  /** Returns the data of the chart. */
  PageResponse data() {
    try (Session session = view.database().session(USER)) {
      CatalogSnapshot catalog = session.catalog();
      List<RangeStatus> ranges = session.ranges(KeySpan.ALL);
      return JsonResponses.compact(OK, json -> write(json, ranges, catalog));
    }
  }

  private void write(JsonGenerator json, List<RangeStatus> ranges, CatalogSnapshot catalog)
      throws IOException {
    int perBar = Math.ceilDiv(ranges.size(), BARS_MAX);
    Map<RangeRef, PendingWork> pending = view.database().splits().pending();
    LimitTable limits = view.database().splits().limits();
    TableNames names = new TableNames(catalog);
    List<Bar> bars = new ArrayList<>();
    for (int first = 0; first < ranges.size(); first += perBar) {
      List<RangeStatus> some = ranges.subList(first, Math.min(first + perBar, ranges.size()));
      bars.add(bar(some, limits, pending, names));
    }
    json.writeNumberField("range_count", ranges.size());
    json.writeNumberField("ranges_per_bar", perBar);
    json.writeNumberField(
        "total_bytes", ranges.stream().mapToLong(it -> it.statistics().totalBytes()).sum());
    json.writeArrayFieldStart("tables");
    for (String name : names.indexes.keySet()) {
      json.writeString(name);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("pending_states");
    for (String state : List.of("", "queued", "running", "waiting for retry")) {
      json.writeString(state);
    }
    json.writeEndArray();
    column(json, "id", bars, Bar::id);
    column(json, "table", bars, Bar::tableIndex);
    column(json, "bytes", bars, Bar::bytes);
    column(json, "limit", bars, Bar::limit);
    column(json, "pending", bars, Bar::pending);
  }

  private static Bar bar(
      List<RangeStatus> ranges,
      LimitTable limits,
      Map<RangeRef, PendingWork> pending,
      TableNames names) {
    RangeStatus first = ranges.getFirst();
    RangeStatus largest = first;
    int state = 0;
    for (RangeStatus range : ranges) {
      if (range.statistics().totalBytes() > largest.statistics().totalBytes()) {
        largest = range;
      }
      state = Math.max(state, state(pending.get(RangeRef.of(range.descriptor()))));
    }
    KeySpan span = largest.descriptor().span();
    return new Bar(
        first.descriptor().id(),
        names.index(span),
        largest.statistics().totalBytes(),
        limits.of(span.start()).maxBytes(),
        state);
  }

  /** Returns the position in {@code pending_states}. */
  private static int state(@Nullable PendingWork work) {
    if (work == null) {
      return 0;
    }
    return switch (work.state()) {
      case QUEUED -> 1;
      case RUNNING -> 2;
      case PURGATORY -> 3;
    };
  }

  private static void column(
      JsonGenerator json, String name, List<Bar> bars, ToLongFunction<Bar> value)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Bar bar : bars) {
      json.writeNumber(value.applyAsLong(bar));
    }
    json.writeEndArray();
  }

  private static byte[] read() {
    try (InputStream in =
        requireNonNull(RangeConsole.class.getResourceAsStream(FILE), "no file " + FILE)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Bar of the chart.
   *
   * @param id id of the first of its ranges
   * @param tableIndex position among the names of tables, or {@link #NO_TABLE}
   */
  private record Bar(long id, int tableIndex, long bytes, long limit, int pending) {}

  /** Table names in the order of their first occurrence. */
  private static final class TableNames {
    private final CatalogSnapshot catalog;
    private final Map<String, Integer> indexes = new LinkedHashMap<>();

    TableNames(CatalogSnapshot catalog) {
      this.catalog = catalog;
    }

    int index(KeySpan span) {
      Table table = RangeTables.tableOf(span, catalog);
      return table == null
          ? NO_TABLE
          : indexes.computeIfAbsent(RangeTables.labelOf(table, catalog), _ -> indexes.size());
    }
  }
}

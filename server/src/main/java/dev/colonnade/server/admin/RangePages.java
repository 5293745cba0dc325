package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.server.admin.http.HttpQuery;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.split.RangeActivity;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;

/** Paginated list of ranges. */
final class RangePages {
  /** Maximum number of ranges on one page. */
  static final int RANGES_MAX = 10_000;

  private static final int OK = 200;
  private static final String HEX_PREFIX = "0x";

  private final AdminView view;

  RangePages(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  /**
   * Returns the ranges in the order of their keys: at most {@code ?limit=} of them, beginning with
   * the range that contains the key {@code ?from=}, which is {@code next} of the previous page.
   */
  PageResponse ranges(HttpQuery query) {
    int limit = query.count("limit", RANGES_MAX, 1, RANGES_MAX);
    Key from = query.text("from").map(RangePages::key).orElse(Key.EMPTY);
    CatalogSnapshot catalog = view.database().catalog().snapshot();
    // One more than is shown: the start of the next page.
    List<RangeActivity> some = view.database().splits().activities(from, limit + 1);
    boolean isTruncated = some.size() > limit;
    return JsonResponses.answer(
        OK,
        json -> {
          json.writeNumberField("range_count", view.database().splits().rangeCount());
          json.writeBooleanField("truncated", isTruncated);
          json.writeStringField("next", isTruncated ? start(some.getLast()).toString() : null);
          json.writeArrayFieldStart("ranges");
          for (RangeActivity range : some.subList(0, Math.min(limit, some.size()))) {
            writeRange(json, range, catalog);
          }
          json.writeEndArray();
        });
  }

  static void writeStatistics(JsonGenerator json, RangeStatistics statistics) throws IOException {
    json.writeNumberField("live_rows", statistics.liveRows());
    json.writeNumberField("live_key_values", statistics.liveKeyValues());
    json.writeNumberField("live_bytes", statistics.liveBytes());
    json.writeNumberField("history_versions", statistics.historyVersions());
    json.writeNumberField("history_bytes", statistics.historyBytes());
    json.writeNumberField("tombstones", statistics.tombstones());
  }

  private static void writeRange(JsonGenerator json, RangeActivity range, CatalogSnapshot catalog)
      throws IOException {
    RangeDescriptor descriptor = range.status().descriptor();
    KeySpan span = descriptor.span();
    Table table = RangeTables.tableOf(span, catalog);
    json.writeStartObject();
    json.writeNumberField("id", descriptor.id());
    json.writeNumberField("generation", descriptor.generation());
    json.writeStringField("table", table == null ? null : RangeTables.labelOf(table, catalog));
    json.writeStringField("start", span.start().toString());
    json.writeStringField("end", span.end().toString());
    json.writeBooleanField("pinned", range.pinned());
    writeStatistics(json, range.status().statistics());
    json.writeNumberField("total_bytes", range.status().statistics().totalBytes());
    json.writeNumberField("max_bytes", range.limits().maxBytes());
    json.writeNumberField("min_bytes", range.limits().minBytes());
    writeLoad(json, range.load());
    json.writeFieldName("pending");
    PendingWorkJson.write(json, range.pending().orElse(null));
    json.writeEndObject();
  }

  private static void writeLoad(JsonGenerator json, RangeActivity.Load load) throws IOException {
    json.writeNumberField("reads_per_second", load.readsPerSecond());
    json.writeNumberField("writes_per_second", load.writesPerSecond());
    json.writeNumberField("in_flight_bytes", load.inFlightBytes());
    json.writeBooleanField("hot_key", load.hasHotKey());
  }

  private static Key start(RangeActivity range) {
    return range.status().descriptor().span().start();
  }

  private static Key key(String text) {
    if (text.startsWith(HEX_PREFIX)) {
      try {
        return Key.wrap(HexFormat.of().parseHex(text.substring(HEX_PREFIX.length())));
      } catch (IllegalArgumentException e) {
        throw notKey(text);
      }
    }
    throw notKey(text);
  }

  private static ColonnadeException notKey(String text) {
    return new ColonnadeException(
        ErrorCode.INVALID_ARGUMENT, "expected a key such as 0x0a0b: from=" + text);
  }
}

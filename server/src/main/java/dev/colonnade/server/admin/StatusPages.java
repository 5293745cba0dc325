package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.admin.view.ServerInfo;
import dev.colonnade.server.config.load.ResolvedSetting;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Status pages of the server and of its tables. */
final class StatusPages {
  private static final int OK = 200;
  private static final String USER = "admin";

  private final AdminView view;
  private final Supplier<InetSocketAddress> httpAddress;

  StatusPages(AdminView view, Supplier<InetSocketAddress> httpAddress) {
    this.view = requireNonNull(view, "view is null");
    this.httpAddress = requireNonNull(httpAddress, "httpAddress is null");
  }

  public PageResponse server() {
    return JsonResponses.answer(OK, this::writeServer);
  }

  PageResponse tables() {
    try (Session session = view.database().session(USER)) {
      CatalogSnapshot catalog = session.catalog();
      List<RangeStatus> ranges = session.ranges(KeySpan.ALL);
      return JsonResponses.answer(OK, json -> writeTables(json, catalog, ranges));
    }
  }

  private void writeServer(JsonGenerator json) throws IOException {
    ServerInfo info = view.info();
    json.writeStringField("version", info.version());
    json.writeStringField("commit", info.commit());
    json.writeStringField("java", Runtime.version().toString());
    json.writeStringField("phase", view.phase().name().toLowerCase(Locale.ROOT));
    json.writeNumberField("uptime_seconds", TimeUnit.NANOSECONDS.toSeconds(view.uptimeNanos()));
    json.writeObjectFieldStart("listen");
    writeAddress(json, "native", info.nativeAddress());
    writeAddress(json, "http", httpAddress.get());
    json.writeEndObject();
    StoreIdentity identity = view.database().identity();
    json.writeObjectFieldStart("store");
    json.writeStringField("id", identity.id().toString());
    json.writeNumberField("format", identity.formatVersion());
    json.writeStringField("folder", view.database().config().folder().toString());
    json.writeEndObject();
    json.writeArrayFieldStart("settings");
    for (ResolvedSetting setting : view.settings()) {
      json.writeStartObject();
      json.writeStringField("key", setting.key());
      json.writeStringField("value", setting.value());
      json.writeStringField("origin", setting.origin());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeAddress(JsonGenerator json, String name, InetSocketAddress address)
      throws IOException {
    json.writeObjectFieldStart(name);
    json.writeStringField("host", address.getAddress().getHostAddress());
    json.writeNumberField("port", address.getPort());
    json.writeEndObject();
  }

  private static void writeTables(
      JsonGenerator json, CatalogSnapshot catalog, List<RangeStatus> ranges) throws IOException {
    json.writeNumberField("catalog_version", catalog.version());
    json.writeArrayFieldStart("tables");
    for (Table table : catalog.tables()) {
      List<RangeStatus> own =
          ranges.stream()
              .filter(range -> RangeTables.isOf(range.descriptor().span(), table))
              .toList();
      json.writeStartObject();
      json.writeNumberField("id", table.id());
      json.writeStringField("name", table.name());
      writeSchema(json, table.schema());
      json.writeNumberField("range_count", own.size());
      RangePages.writeStatistics(
          json,
          own.stream()
              .map(RangeStatus::statistics)
              .reduce(RangeStatistics.EMPTY, RangeStatistics::plus));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeSchema(JsonGenerator json, TableSchema schema) throws IOException {
    json.writeNumberField("schema_version", schema.version());
    json.writeNumberField("family_count", schema.families().size());
    json.writeArrayFieldStart("columns");
    for (Column column : schema.columns()) {
      json.writeStartObject();
      json.writeStringField("name", column.name());
      json.writeStringField("type", column.type().toString());
      json.writeBooleanField("nullable", column.nullable());
      json.writeBooleanField("key", schema.isKey(column.id()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}

package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.Session;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.cache.CacheStatistics;
import dev.colonnade.sequence.definition.OwningColumn;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** List of sequences with their definitions, positions and cache statistics. */
final class SequencePage {
  private static final int OK = 200;
  private static final String USER = "admin";

  private final AdminView view;

  SequencePage(AdminView view) {
    this.view = requireNonNull(view, "view is null");
  }

  PageResponse sequences() {
    List<Sequence> sequences = view.database().sequences().all();
    try (Session session = view.database().session(USER)) {
      CatalogSnapshot catalog = session.catalog();
      return JsonResponses.answer(OK, json -> writeAll(json, sequences, catalog));
    }
  }

  private static void writeAll(
      JsonGenerator json, List<Sequence> sequences, CatalogSnapshot catalog) throws IOException {
    json.writeNumberField("sequence_count", sequences.size());
    json.writeArrayFieldStart("sequences");
    for (Sequence sequence : sequences) {
      json.writeStartObject();
      writeDefinition(json, sequence.description(), catalog);
      writeStatistics(json, sequence.statistics());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeDefinition(
      JsonGenerator json, SequenceDescription sequence, CatalogSnapshot catalog)
      throws IOException {
    SequenceOptions options = sequence.options();
    json.writeNumberField("id", sequence.id());
    json.writeStringField("name", sequence.name());
    json.writeStringField("type", options.as().sqlName());
    json.writeNumberField("increment", options.increment());
    json.writeNumberField("min", options.min());
    json.writeNumberField("max", options.max());
    json.writeNumberField("start", options.start());
    json.writeNumberField("cache", options.cache());
    json.writeBooleanField("cycle", options.cycle());
    json.writeStringField("mode", options.mode().name().toLowerCase(Locale.ROOT));
    json.writeStringField("owned_by", owner(options.ownedBy(), catalog));
    json.writeNumberField("epoch", sequence.epoch());
    json.writeNumberField("last_value", sequence.lastValue());
    json.writeBooleanField("is_called", sequence.isCalled());
  }

  private static void writeStatistics(JsonGenerator json, CacheStatistics statistics)
      throws IOException {
    json.writeNumberField("hits", statistics.hits());
    json.writeNumberField("waits", statistics.waits());
    json.writeNumberField("refills", statistics.refills());
    json.writeNumberField("refill_failures", statistics.refillFailures());
    json.writeNumberField("refill_seconds", statistics.refillNanos() / 1e9);
    json.writeNumberField("wasted", statistics.wasted());
    json.writeNumberField("epochs", statistics.epochs());
    json.writeNumberField("reserved", statistics.idle());
  }

  private static @Nullable String owner(@Nullable OwningColumn owner, CatalogSnapshot catalog) {
    Table table = owner == null ? null : catalog.findTable(owner.tableId());
    return owner == null || table == null || !table.schema().hasColumn(owner.columnId())
        ? null
        : table.name() + "." + table.schema().column(owner.columnId()).name();
  }
}

package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeyLayout;
import dev.colonnade.type.SchemaHistory;
import dev.colonnade.type.TableSchema;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All that is needed to write and read the rows of one table: its id, its schema versions, its
 * keys, and the layouts, worked out when they are first asked for. Safe for use by several threads;
 * one serves all requests until the schema changes.
 */
public final class RowFormat {
  private record LayoutId(int schemaVersion, int familyId) {}

  private final long tableId;
  private final SchemaHistory history;
  private final KeyCodec keyCodec;
  private final Map<LayoutId, RowLayout> layouts = new ConcurrentHashMap<>();

  public RowFormat(long tableId, SchemaHistory history) {
    this(tableId, KeyLayout.PRIMARY_INDEX_ID, history);
  }

  /** The format of the entries of an index, whose columns and key are those of a schema too. */
  public RowFormat(long tableId, int indexId, SchemaHistory history) {
    this.tableId = tableId;
    this.history = requireNonNull(history, "history is null");
    this.keyCodec = KeyCodec.of(tableId, indexId, history.latest());
  }

  public long tableId() {
    return tableId;
  }

  public SchemaHistory history() {
    return history;
  }

  /** The schema that rows are written in. */
  public TableSchema latest() {
    return history.latest();
  }

  /** The keys of the rows. */
  public KeyCodec keyCodec() {
    return keyCodec;
  }

  /**
   * The layout of a family's values in one schema version; UNKNOWN_SCHEMA_VERSION if the table has
   * no such version.
   */
  public RowLayout layout(int schemaVersion, int familyId) {
    return layouts.computeIfAbsent(new LayoutId(schemaVersion, familyId), this::workOut);
  }

  private RowLayout workOut(LayoutId id) {
    TableSchema schema = history.version(id.schemaVersion());
    return new RowLayout(schema, schema.family(id.familyId()));
  }
}

package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeyLayout;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Description of the encoding of the rows of one table: its id, its schema versions, its key codec,
 * and the row layouts, which are computed on first use and cached. Thread-safe; all requests share
 * one instance until the schema changes.
 */
public final class RowFormat {
  private record LayoutId(int schemaVersion, int familyId) {}

  private final long tableId;
  private final SchemaHistory history;
  private final KeyCodec keyCodec;
  private final Map<LayoutId, RowLayout> layouts = new ConcurrentHashMap<>();
  private volatile @Nullable Known first;
  private volatile @Nullable RowEncoding encoding;

  public RowFormat(long tableId, SchemaHistory history) {
    this(tableId, KeyLayout.PRIMARY_INDEX_ID, history);
  }

  /**
   * Creates the format of the entries of an index, whose columns and key are described by a schema
   * too.
   */
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

  /** Returns the schema version that new rows are written in. */
  public TableSchema latest() {
    return history.latest();
  }

  /** Returns the codec of the row keys. */
  public KeyCodec keyCodec() {
    return keyCodec;
  }

  /**
   * Returns the layout of a family's values in one schema version; throws UNKNOWN_SCHEMA_VERSION if
   * the table has no such version.
   */
  public RowLayout layout(int schemaVersion, int familyId) {
    Known known = first;
    if (known != null && known.schemaVersion() == schemaVersion && known.familyId() == familyId) {
      return known.layout();
    }
    RowLayout layout =
        layouts.computeIfAbsent(new LayoutId(schemaVersion, familyId), this::createLayout);
    if (known == null) {
      first = new Known(schemaVersion, familyId, layout);
    }
    return layout;
  }

  /** Returns the encoding of rows in the latest schema version, for their writers. */
  RowEncoding encoding() {
    RowEncoding known = encoding;
    if (known == null) {
      TableSchema schema = latest();
      known =
          new RowEncoding(
              schema,
              schema.families().stream()
                  .map(family -> layout(schema.version(), family.id()))
                  .toList());
      encoding = known;
    }
    return known;
  }

  /** Layout that was requested first, which nearly all rows have. */
  private record Known(int schemaVersion, int familyId, RowLayout layout) {}

  private RowLayout createLayout(LayoutId id) {
    TableSchema schema = history.version(id.schemaVersion());
    return new RowLayout(schema, schema.family(id.familyId()));
  }
}

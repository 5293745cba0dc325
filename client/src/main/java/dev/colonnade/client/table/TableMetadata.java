package dev.colonnade.client.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.TableVersion;
import dev.colonnade.protocol.tuple.TupleSchema;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a described table: column lookup, tuple shapes and the encoding of keys. Immutable.
 */
final class TableMetadata {
  private final TableDescription description;
  private final TupleSchema rowShape;
  private final TupleSchema keyShape;

  public TableMetadata(TableDescription description) {
    this.description = requireNonNull(description, "description is null");
    this.rowShape = TupleSchema.ofColumns(description.current().columns());
    this.keyShape = TupleSchema.ofColumns(description.keyColumns());
  }

  public TableDescription description() {
    return description;
  }

  TupleSchema rowShape() {
    return rowShape;
  }

  TupleSchema keyShape() {
    return keyShape;
  }

  public TableVersion version() {
    return new TableVersion(description.tableId(), description.current().version());
  }

  /** Returns the column of that name. Throws {@link NoSuchElementException} if there is none. */
  public ColumnDescription column(String name) {
    return description
        .column(name)
        .orElseThrow(
            () ->
                new NoSuchElementException(
                    "table has no such column: table=" + description.name() + " column=" + name));
  }

  public List<Integer> columnIds(List<String> names) {
    return names.stream().map(name -> column(name).columnId()).toList();
  }

  /** Returns one tuple of values for the first key columns. */
  Bytes keyTuple(@Nullable Object... values) {
    KeyBatch keys = new KeyBatch(keyShape.prefix(values.length));
    keys.add().putAll(values).end();
    return keys.toBytes();
  }
}

package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.request.TableVersion;
import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.tuple.TupleShape;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A table as it was described by the server, and what can be asked of it. Immutable: after a change
 * of the schema, ask the client for the table again.
 */
public final class Table {
  private final TableDescription description;
  private final TupleShape rowShape;
  private final TupleShape keyShape;

  Table(TableDescription description) {
    this.description = requireNonNull(description, "description is null");
    this.rowShape = TupleShape.ofColumns(description.current().columns());
    this.keyShape = TupleShape.ofColumns(description.keyColumns());
  }

  public TableDescription description() {
    return description;
  }

  public String name() {
    return description.name();
  }

  /** The column of that name. */
  public ColumnRef column(String name) {
    return new ColumnRef(describe(name));
  }

  /** A batch whose rows have all columns, in the order of the table. */
  public WriteBatch newBatch() {
    return new WriteBatch(version(), List.of(), rowShape, keyShape);
  }

  /** A batch whose rows have these columns, which must include the primary key. */
  public WriteBatch newBatch(String... columns) {
    List<ColumnDescription> chosen = Arrays.stream(columns).map(this::describe).toList();
    return new WriteBatch(
        version(),
        chosen.stream().map(ColumnDescription::columnId).toList(),
        TupleShape.ofColumns(chosen),
        keyShape);
  }

  /** A batch of primary keys. */
  public KeyBatch newKeys() {
    return new KeyBatch(keyShape);
  }

  /** A batch of values for the first columns of the primary key. */
  public KeyBatch newKeys(int columnCount) {
    return new KeyBatch(keyShape.prefix(columnCount));
  }

  /** What to read of rows whose keys are known: all columns, newest state, to be narrowed. */
  public GetBuilder newGet() {
    return new GetBuilder(this);
  }

  /** A scan of the whole table, to be narrowed. */
  public ScanBuilder newScan() {
    return new ScanBuilder(this);
  }

  TableVersion version() {
    return new TableVersion(description.tableId(), description.current().version());
  }

  List<Integer> columnIds(List<String> names) {
    return names.stream().map(name -> describe(name).columnId()).toList();
  }

  /** One tuple of values for the first key columns. */
  Bytes keyTuple(@Nullable Object... values) {
    KeyBatch keys = newKeys(values.length);
    keys.add().putAll(values).end();
    return keys.toBytes();
  }

  private ColumnDescription describe(String name) {
    return description
        .column(name)
        .orElseThrow(
            () ->
                new NoSuchElementException(
                    "table has no such column: table=" + name() + " column=" + name));
  }
}

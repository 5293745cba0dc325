package dev.colonnade.client.table;

import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.TableDescription;
import dev.colonnade.protocol.schema.TableVersion;
import dev.colonnade.protocol.tuple.TupleSchema;
import java.util.Arrays;
import java.util.List;

/**
 * Table as the server described it, and factory of the requests for it. Immutable: after a schema
 * change, the client has to request the table again.
 */
public final class ClientTable {
  private final TableMetadata metadata;

  /** Creates a table from its description. */
  public ClientTable(TableDescription description) {
    this.metadata = new TableMetadata(description);
  }

  /** Returns the description of the table. */
  public TableDescription description() {
    return metadata.description();
  }

  /** Returns the name of the table. */
  public String name() {
    return description().name();
  }

  /** Returns the column of that name. */
  public ColumnRef column(String name) {
    return new ColumnRef(metadata.column(name));
  }

  /** Returns a batch whose rows have all columns, in the order of the table. */
  public WriteBatch newBatch() {
    return new WriteBatch(version(), List.of(), metadata.rowShape(), metadata.keyShape());
  }

  /** Returns a batch whose rows have these columns, which must include the primary key. */
  public WriteBatch newBatch(String... columns) {
    List<ColumnDescription> selected = Arrays.stream(columns).map(metadata::column).toList();
    return new WriteBatch(
        version(),
        selected.stream().map(ColumnDescription::columnId).toList(),
        TupleSchema.ofColumns(selected),
        metadata.keyShape());
  }

  /** Returns a batch of primary keys. */
  public KeyBatch newKeys() {
    return new KeyBatch(metadata.keyShape());
  }

  /** Returns a batch of values for the first columns of the primary key. */
  public KeyBatch newKeys(int columnCount) {
    return new KeyBatch(metadata.keyShape().prefix(columnCount));
  }

  /** Returns a builder of gets, which by default read all columns of the newest snapshot. */
  public GetBuilder newGet() {
    return new GetBuilder(metadata);
  }

  /** Returns a builder of scans, which by default read the whole table. */
  public ScanBuilder newScan() {
    return new ScanBuilder(metadata);
  }

  /** Returns the version of the table that requests name. */
  public TableVersion version() {
    return metadata.version();
  }
}

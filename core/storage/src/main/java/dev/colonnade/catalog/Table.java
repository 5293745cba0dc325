package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table as one snapshot of the catalogue has it, with what is needed to read and write its rows.
 * Immutable but for one thing, which all snapshots share: whether the table is still there.
 */
public final class Table implements Relation {
  /** The id of tables that are in no catalogue. */
  static final int SKETCH_ID = Integer.MAX_VALUE;

  private final TableDescriptor descriptor;
  private final RowFormat format;
  private final KeySpan span;
  private final TableLife life;
  private final List<TableIndex> indexes;

  private Table(TableDescriptor descriptor, RowFormat format, TableLife life) {
    this.descriptor = descriptor;
    this.format = format;
    this.span = spanOf(descriptor.id());
    this.life = life;
    this.indexes =
        descriptor.rules().indexes().stream()
            .map(index -> TableIndex.of(descriptor.id(), descriptor.history().latest(), index))
            .toList();
  }

  /** A table that is in no catalogue, for questions about rows that it would have. */
  public static Table sketch(String name, TableSchema schema) {
    return of(new TableDescriptor(SKETCH_ID, name, new SchemaHistory(schema)));
  }

  static Table of(TableDescriptor descriptor) {
    return new Table(
        descriptor, new RowFormat(descriptor.id(), descriptor.history()), new TableLife());
  }

  /** The same table after a change of its name or columns. */
  Table with(TableDescriptor changed) {
    requireNonNull(changed, "changed is null");
    boolean sameRows = changed.history().equals(descriptor.history());
    RowFormat changedFormat = sameRows ? format : new RowFormat(changed.id(), changed.history());
    return new Table(changed, changedFormat, life);
  }

  @Override
  public int id() {
    return descriptor.id();
  }

  @Override
  public ObjectName objectName() {
    return descriptor.objectName();
  }

  @Override
  public String kind() {
    return "table";
  }

  @Override
  public Table renamed(ObjectName other) {
    return with(descriptor.withName(other));
  }

  public TableDescriptor descriptor() {
    return descriptor;
  }

  public SchemaHistory history() {
    return descriptor.history();
  }

  /** The columns that rows are written with. */
  public TableSchema schema() {
    return descriptor.history().latest();
  }

  /** The primary key as users know it: not a hidden one. Empty if the table has none. */
  public List<Column> declaredKey() {
    if (!schema().hasHiddenKey()) {
      return schema().keyColumns();
    }
    Index index = keyIndex();
    return index == null
        ? List.of()
        : index.definition().columns().stream()
            .map(part -> schema().column(part.columnId()))
            .toList();
  }

  /** What the primary key is called that the rows are under; null if that is a hidden one. */
  public @Nullable String rowKeyName() {
    String name = descriptor.rules().keyName();
    return schema().hasHiddenKey() ? null : name == null ? name() + "_pkey" : name;
  }

  /** The index that is the primary key of a table with a hidden one; null without such an index. */
  public @Nullable Index keyIndex() {
    String keyName = descriptor.rules().keyName();
    return keyName == null || !schema().hasHiddenKey()
        ? null
        : descriptor.rules().findIndex(keyName);
  }

  /** Keys and layouts of the rows, of all versions. */
  public RowFormat format() {
    return format;
  }

  /** The indexes, those that are being built included. */
  public List<TableIndex> indexes() {
    return indexes;
  }

  /** The index of this id, or null. */
  public @Nullable TableIndex findIndex(int indexId) {
    for (TableIndex index : indexes) {
      if (index.id() == indexId) {
        return index;
      }
    }
    return null;
  }

  /** All keys of the table, those of its indexes included. */
  public KeySpan span() {
    return span;
  }

  /**
   * Fails with UNKNOWN_TABLE if the table has been dropped, or is being dropped.
   *
   * <p>A reader asks this <em>after</em> it has read: the mark is set before rows begin to
   * disappear, so that whoever missed rows because of a drop is told so.
   *
   * <p>A writer has it asked by the commit pipeline, where a drop is either before or after the
   * write.
   */
  public void requireLive() {
    if (life.isDropped()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "table has been dropped: table=" + name() + " id=" + id());
    }
  }

  TableLife life() {
    return life;
  }

  /** All keys that begin with a table id. */
  static KeySpan spanOf(int tableId) {
    // A key has its index id behind the table id; the table id alone is where the table starts.
    KeyWriter writer = new KeyWriter().begin(tableId, 0).truncate(Integer.BYTES);
    return KeySpan.prefix(writer.toKey());
  }

  @Override
  public String toString() {
    return "Table[" + name() + " id=" + id() + " version=" + schema().version() + "]";
  }
}

package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.KeySpan;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import dev.colonnade.type.schema.TableSchema;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Table in one snapshot of the catalog, with the row format and the index formats that readers and
 * writers use. Immutable except for the drop flag, which all snapshots share.
 */
public final class Table implements Relation {
  /** Placeholder id of tables that are not in a catalog. */
  public static final int DETACHED_ID = Integer.MAX_VALUE;

  private final TableDescriptor descriptor;
  private final RowFormat format;
  private final KeySpan span;
  private final TableDropFlag dropFlag;
  private final List<TableIndex> indexes;
  private final long rowsSince;
  private final @Nullable Table moved;
  private final Key placeLockKey;

  /** Object that a reader has derived from the table; null before. */
  private volatile @Nullable Object derived;

  private Table(TableDescriptor descriptor, RowFormat format, TableDropFlag dropFlag) {
    this.descriptor = descriptor;
    this.format = format;
    this.span = spanOf(descriptor.id());
    this.dropFlag = dropFlag;
    this.indexes =
        descriptor.constraints().indexes().stream()
            .map(index -> TableIndex.of(descriptor.id(), descriptor.history().latest(), index))
            .toList();
    this.rowsSince = descriptor.rows().since();
    this.placeLockKey =
        Key.wrap(Arrays.copyOf(span.start().bytes(), KeyLayout.INDEX_ID_OFFSET + 1));
    this.moved = descriptor.rows().isMoving() ? Table.of(descriptor.moved(0)) : null;
  }

  /**
   * Returns a table that is not in a catalog, to validate expressions over its rows before it is
   * created.
   */
  public static Table detached(String name, TableSchema schema) {
    return of(new TableDescriptor(DETACHED_ID, name, new SchemaHistory(schema)));
  }

  public static Table of(TableDescriptor descriptor) {
    return new Table(descriptor, formatOf(descriptor), new TableDropFlag());
  }

  /**
   * Returns an object that depends on nothing but this table, which is computed at the first call;
   * only one type is kept.
   */
  public <T> T derived(Class<T> type, Supplier<T> compute) {
    Object known = derived;
    if (type.isInstance(known)) {
      return type.cast(known);
    }
    T computed = compute.get();
    derived = computed;
    return computed;
  }

  /** Returns the same table after a change of its descriptor. */
  public Table with(TableDescriptor changed) {
    requireNonNull(changed, "changed is null");
    boolean samePlace = hasRowsOf(changed);
    boolean sameRows = samePlace && changed.history().equals(descriptor.history());
    RowFormat changedFormat = sameRows ? format : formatOf(changed);
    return new Table(changed, changedFormat, samePlace ? dropFlag : new TableDropFlag());
  }

  private static RowFormat formatOf(TableDescriptor descriptor) {
    return new RowFormat(descriptor.id(), descriptor.rows().indexId(), descriptor.history());
  }

  /** Returns whether the rows are in the same place as those of another state of the table. */
  public boolean hasRowsOf(TableDescriptor other) {
    return descriptor.rows().indexId() == other.rows().indexId();
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

  /** Returns the latest schema version, with which rows are written. */
  public TableSchema schema() {
    return descriptor.history().latest();
  }

  /** Returns the columns of the declared primary key; empty if the primary key is hidden. */
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

  /**
   * Returns the constraint name of the primary key that the rows are stored under; null if that key
   * is hidden.
   */
  public @Nullable String rowKeyName() {
    String name = descriptor.constraints().keyName();
    return schema().hasHiddenKey() ? null : name == null ? name() + "_pkey" : name;
  }

  /**
   * Returns the unique index that is the declared primary key of a table with a hidden row key;
   * null if the table has no such index.
   */
  public @Nullable Index keyIndex() {
    String keyName = descriptor.constraints().keyName();
    return keyName == null || !schema().hasHiddenKey()
        ? null
        : descriptor.constraints().findIndex(keyName);
  }

  /** Returns the key and value formats of the rows, of all schema versions. */
  public RowFormat format() {
    return format;
  }

  /** Returns the key span of the rows. */
  public KeySpan rowSpan() {
    return format.keyCodec().span();
  }

  /** Returns the table with the rows and entries that are being copied; null without a copy. */
  public @Nullable Table movedTable() {
    return moved;
  }

  /** Returns the format of the rows or of the entries of an index; null if there is no such id. */
  public @Nullable RowFormat findFormat(int indexId) {
    if (indexId == descriptor.rows().indexId()) {
      return format;
    }
    TableIndex index = findIndex(indexId);
    if (index != null) {
      return index.format();
    }
    return moved == null ? null : moved.findFormat(indexId);
  }

  /** Returns the key spans of places that rows and entries had, which are to be cleared. */
  public List<KeySpan> obsoleteSpans() {
    return descriptor.rows().obsoleteIds().stream()
        .map(indexId -> KeySpan.prefix(new KeyWriter().begin(descriptor.id(), indexId).toKey()))
        .toList();
  }

  /**
   * Returns the key of the lock of the table as a whole, which sorts before the keys of all its
   * rows.
   */
  public Key lockKey() {
    return span.start();
  }

  /**
   * Returns the key of the lock that keeps the rows where they are, for those who lock rows. It
   * sorts before the keys of all rows.
   */
  public Key placeLockKey() {
    return placeLockKey;
  }

  /**
   * Returns whether the table has a column or an index that a later state of it has no more; null
   * if the table was dropped.
   */
  public boolean hasMoreThan(@Nullable Table later) {
    return later == null
        || !indexes.stream().allMatch(index -> later.findIndex(index.id()) != null)
        || !schema().columns().stream().allMatch(column -> later.schema().hasColumn(column.id()));
  }

  /** Returns the indexes, including those whose backfill is incomplete. */
  public List<TableIndex> indexes() {
    return indexes;
  }

  /** Returns the index of this id, or null. */
  public @Nullable TableIndex findIndex(int indexId) {
    for (TableIndex index : indexes) {
      if (index.id() == indexId) {
        return index;
      }
    }
    return null;
  }

  /** Returns the key span of the rows and of the entries of all indexes. */
  public KeySpan span() {
    return span;
  }

  /**
   * Throws UNKNOWN_TABLE if the table has been dropped or is being dropped, SERIALIZATION_FAILURE
   * if its rows have moved.
   *
   * <p>A reader must call this <em>after</em> it has read: the drop flag is set before rows are
   * deleted, so a reader that missed rows because of a drop sees the flag.
   *
   * <p>For a writer, the commit pipeline calls this, which orders a drop either before or after the
   * write.
   */
  public void requireLive() {
    if (dropFlag.isSet()) {
      if (dropFlag.isMoved()) {
        throw moved();
      }
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "table has been dropped: table=" + name() + " id=" + id());
    }
  }

  /**
   * Variant of {@link #requireLive()} for a reader of rows or entries: throws SERIALIZATION_FAILURE
   * if they belong to an index that was dropped.
   */
  public void requireLive(int indexId) {
    requireLive();
    requirePlace(indexId);
  }

  /** Variant of {@link #requireLive(int)} for a key of a row or entry. */
  public void requireLive(Key key) {
    if (dropFlag.hasDroppedIndexes()) {
      requireLive(
          Short.toUnsignedInt(ByteBuffer.wrap(key.bytes()).getShort(KeyLayout.INDEX_ID_OFFSET)));
    } else {
      requireLive();
    }
  }

  /**
   * Marks what a later definition does not have any more: the table itself, its rows in this place,
   * or indexes. A reader that misses rows because of the change finds the mark afterwards.
   *
   * @param later null if the table is dropped
   */
  public void markDropped(@Nullable Table later) {
    if (later == null) {
      dropFlag.set();
      return;
    }
    if (!hasRowsOf(later.descriptor())) {
      dropFlag.setMoved();
    }
    for (TableIndex index : indexes) {
      if (later.findIndex(index.id()) == null) {
        dropFlag.setIndexDropped(index.id());
      }
    }
  }

  /**
   * Throws SERIALIZATION_FAILURE if the rows have moved or the index was dropped, so that a search
   * before may have missed some.
   */
  public void requirePlace(int indexId) {
    if (dropFlag.isMoved()) {
      throw moved();
    }
    if (dropFlag.isIndexDropped(indexId)) {
      throw new ColonnadeException(
          ErrorCode.SERIALIZATION_FAILURE,
          "an index of table \"%s\" was dropped while it was read: try again".formatted(name()));
    }
  }

  /** Returns the error of a statement that refers to rows where they are no longer. */
  public ColonnadeException moved() {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        "the rows of table \"%s\" have got another key: try again".formatted(name()));
  }

  /**
   * Throws READ_TIMESTAMP_TOO_OLD if versions that are visible at a timestamp were not copied when
   * the rows got another key.
   */
  public void requireReadable(long readTimestamp) {
    if (readTimestamp < rowsSince) {
      throw new ColonnadeException(
          ErrorCode.READ_TIMESTAMP_TOO_OLD,
          "the rows of table \"%s\" have got another key since: timestamp=%d timestampMin=%d"
              .formatted(name(), readTimestamp, rowsSince));
    }
  }

  public TableDropFlag dropFlag() {
    return dropFlag;
  }

  /** Returns the span of all keys of a table. */
  public static KeySpan spanOf(int tableId) {
    // In a key the index id follows the table id; the table id alone is the start of the table.
    KeyWriter writer = new KeyWriter().begin(tableId, 0).truncate(Integer.BYTES);
    return KeySpan.prefix(writer.toKey());
  }

  @Override
  public String toString() {
    return "Table[" + name() + " id=" + id() + " version=" + schema().version() + "]";
  }
}

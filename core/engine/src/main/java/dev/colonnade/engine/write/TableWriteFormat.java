package dev.colonnade.engine.write;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.index.StoredEntryWriter;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.constraint.DeferredUniqueKeys;
import dev.colonnade.engine.constraint.ForeignKeyChecks;
import dev.colonnade.engine.constraint.RowConstraints;
import dev.colonnade.engine.index.IndexEntryChanges;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encoders, index entries and checks for writing rows of a table in one state of the catalog. Built
 * once and reused by the statements of a session. One thread.
 */
final class TableWriteFormat {
  private final Table table;
  private final RowWriter writer;
  private final @Nullable IndexEntryChanges entries;

  /** Encoders by index; null if some entries need objects of the values. */
  private final @Nullable List<StoredEntryWriter> storedEntries;

  private final RowConstraints checks;
  private final boolean isReferring;
  private final ChangedColumns keyColumns;
  private final ChangedColumns uniqueColumns;
  private @Nullable RowDecoder decoder;

  TableWriteFormat(
      Table table, CatalogSnapshot catalog, RowExpressionCompiler conditions, int rowBytesMax) {
    this.table = table;
    this.writer = new RowWriter(table.format(), rowBytesMax);
    this.entries =
        table.indexes().isEmpty() ? null : new IndexEntryChanges(table, conditions, rowBytesMax);
    this.storedEntries =
        table.indexes().stream().allMatch(index -> StoredEntryWriter.isFor(index, table.schema()))
            ? table.indexes().stream()
                .map(index -> new StoredEntryWriter(index, table.format(), rowBytesMax))
                .toList()
            : null;
    this.checks = new RowConstraints(table, catalog, conditions);
    this.isReferring =
        ForeignKeyChecks.affects(table, catalog) || DeferredUniqueKeys.affects(table);
    this.keyColumns = ChangedColumns.ofKey(table);
    this.uniqueColumns = ChangedColumns.ofKeyAndUniqueIndexes(table);
  }

  public Table table() {
    return table;
  }

  KeyCodec keys() {
    return table.format().keyCodec();
  }

  RowWriter writer() {
    return writer;
  }

  /** Returns the changes of index entries; null if the table has no index. */
  @Nullable IndexEntryChanges entries() {
    return entries;
  }

  /**
   * Returns the encoders of entries from encoded rows, in the order of the indexes; null if entries
   * of some index need objects of the values.
   */
  @Nullable List<StoredEntryWriter> storedEntries() {
    return storedEntries;
  }

  public RowConstraints checks() {
    return checks;
  }

  /** Returns whether changes of rows affect foreign keys or deferrable unique constraints. */
  boolean isReferring() {
    return isReferring;
  }

  /** Returns the columns of the primary key. */
  ChangedColumns keyColumns() {
    return keyColumns;
  }

  /** Returns the columns of the primary key and of unique indexes. */
  ChangedColumns uniqueColumns() {
    return uniqueColumns;
  }

  RowDecoder decoder() {
    RowDecoder present = decoder;
    if (present == null) {
      present = new RowDecoder(table.format());
      decoder = present;
    }
    return present;
  }
}

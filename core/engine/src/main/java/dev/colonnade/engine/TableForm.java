package dev.colonnade.engine;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.Table;
import dev.colonnade.engine.index.EntryChanges;
import dev.colonnade.engine.rule.ForeignKeys;
import dev.colonnade.engine.rule.RowChecks;
import dev.colonnade.engine.rule.UniqueKeys;
import dev.colonnade.sql.access.RowConditions;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowDecoder;
import dev.colonnade.type.row.RowWriter;
import org.jspecify.annotations.Nullable;

/**
 * Encoders, index entries and checks for writing rows of a table in one state of the catalog. Built once and reused by the statements of a session. One thread.
 */
final class TableForm {
  private final Table table;
  private final RowWriter writer;
  private final @Nullable EntryChanges entries;
  private final RowChecks checks;
  private final boolean isReferring;
  private @Nullable RowDecoder decoder;

  TableForm(Table table, CatalogSnapshot catalog, RowConditions conditions, int rowBytesMax) {
    this.table = table;
    this.writer = new RowWriter(table.format(), rowBytesMax);
    this.entries =
        table.indexes().isEmpty() ? null : new EntryChanges(table, conditions, rowBytesMax);
    this.checks = new RowChecks(table, conditions);
    this.isReferring = ForeignKeys.affects(table, catalog) || UniqueKeys.affects(table);
  }

  Table table() {
    return table;
  }

  KeyCodec keys() {
    return table.format().keyCodec();
  }

  RowWriter writer() {
    return writer;
  }

  /** Returns the changes of index entries; null if the table has no index. */
  @Nullable EntryChanges entries() {
    return entries;
  }

  RowChecks checks() {
    return checks;
  }

  /** Returns whether changes of rows affect foreign keys or deferrable unique constraints. */
  boolean isReferring() {
    return isReferring;
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

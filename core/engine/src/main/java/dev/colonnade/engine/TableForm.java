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
 * What it takes to write rows of a table as one state of the catalogue has it. Made once, used by
 * one statement after another of the same session. One thread.
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
    this.isReferring = ForeignKeys.concern(table, catalog) || UniqueKeys.concern(table);
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

  /** What becomes of the entries of its indexes; null if it has none. */
  @Nullable EntryChanges entries() {
    return entries;
  }

  RowChecks checks() {
    return checks;
  }

  /** Whether changes of rows mean anything for foreign keys, or for keys that may wait. */
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

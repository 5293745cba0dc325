package dev.colonnade.engine.index;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.index.RowExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.access.row.RowPredicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of rows in one index. One thread.
 *
 * @param condition predicate of a partial index; null if all rows have entries
 */
record IndexEntries(IndexEntryWriter writer, @Nullable RowPredicate condition) {
  static IndexEntries of(
      Table table, TableIndex index, RowExpressionCompiler conditions, int rowBytesMax) {
    Index.Definition definition = index.descriptor().definition();
    Index.Predicate condition = definition.predicate();
    List<RowExpression> expressions =
        definition.expressions().stream()
            .map(expression -> conditions.valueOf(table, expression))
            .toList();
    return new IndexEntries(
        new IndexEntryWriter(index, table.schema(), expressions, rowBytesMax),
        condition == null ? null : conditions.of(table, condition.expression()));
  }

  /** Returns whether the index has the entries of all rows. */
  boolean isReady() {
    return writer.index().descriptor().isReady();
  }

  /** Returns the entry of a row; null if it has none. */
  IndexEntryWriter.@Nullable Entry of(@Nullable Object @Nullable [] row) {
    if (row == null || (condition != null && !Boolean.TRUE.equals(condition.holds(row)))) {
      return null;
    }
    return writer.entry(row);
  }
}

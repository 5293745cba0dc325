package dev.colonnade.engine.index;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.EntryWriter;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.RowExpression;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.access.row.RowPredicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of rows in one index. One thread.
 *
 * @param condition predicate of a partial index; null if all rows have entries
 */
record IndexEntries(EntryWriter writer, @Nullable RowPredicate condition) {
  static IndexEntries of(Table table, TableIndex index, RowExpressionCompiler conditions, int rowBytesMax) {
    Index.Definition definition = index.descriptor().definition();
    Index.Predicate condition = definition.predicate();
    List<RowExpression> expressions =
        definition.expressions().stream()
            .map(expression -> conditions.valueOf(table, expression))
            .toList();
    return new IndexEntries(
        new EntryWriter(index, table.schema(), expressions, rowBytesMax),
        condition == null ? null : conditions.of(table, condition.expression()));
  }

  /** Returns the entry of a row; null if it has none. */
  EntryWriter.@Nullable Entry of(@Nullable Object @Nullable [] row) {
    if (row == null || (condition != null && !Boolean.TRUE.equals(condition.holds(row)))) {
      return null;
    }
    return writer.entry(row);
  }
}

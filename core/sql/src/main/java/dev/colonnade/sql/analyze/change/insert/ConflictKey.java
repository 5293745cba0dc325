package dev.colonnade.sql.analyze.change.insert;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Unique key by which ON CONFLICT finds the row that is in conflict with a new one.
 *
 * @param name name of the index, or of the primary key
 * @param index the index; null for the primary key
 * @param expressions of the key, behind its columns
 * @param predicate of a partial index; null for all rows
 */
record ConflictKey(
    String name,
    @Nullable Index index,
    List<Column> columns,
    List<IndexExpression> expressions,
    @Nullable String predicate) {
  ConflictKey(
      String name,
      @Nullable Index index,
      List<Column> columns,
      List<IndexExpression> expressions,
      @Nullable String predicate) {
    this.name = requireNonNull(name, "name is null");
    this.index = index;
    this.columns = List.copyOf(columns);
    this.expressions = List.copyOf(expressions);
    this.predicate = predicate;
  }

  /** Returns the primary key; null if it is hidden. */
  static @Nullable ConflictKey ofRows(Table table) {
    if (table.schema().hasHiddenKey()) {
      return null;
    }
    String name = table.descriptor().constraints().keyName();
    return new ConflictKey(
        name == null ? table.name() + "_pkey" : name,
        null,
        table.schema().keyColumns(),
        List.of(),
        null);
  }

  static ConflictKey of(Table table, Index index) {
    Index.Definition definition = index.definition();
    List<Column> columns =
        definition.columns().stream()
            .filter(part -> definition.expression(part) == null)
            .map(part -> table.schema().column(part.columnId()))
            .toList();
    Index.Predicate predicate = definition.predicate();
    return new ConflictKey(
        index.name(),
        index,
        columns,
        definition.expressions(),
        predicate == null ? null : predicate.expression());
  }

  /** Returns whether a row with a NULL in the key is in conflict with no row. */
  boolean nullsDistinct() {
    return index == null || index.definition().nullsDistinct();
  }

  /** Returns whether the key is one of a constraint, not of an index alone. */
  boolean isConstraint(Table table) {
    return index == null
        || index.definition().kind().isConstraint()
        || index.name().equals(table.descriptor().constraints().keyName());
  }

  /** Returns whether the key detects conflicts of every single row. */
  boolean isImmediate() {
    return index == null || index.isUnique();
  }
}

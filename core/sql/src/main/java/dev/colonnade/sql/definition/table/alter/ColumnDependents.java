package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.sql.definition.index.IndexExpressions;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;
import java.util.Objects;

/**
 * Indexes and constraints that depend on a column whose type changes. They are dropped before the
 * values are converted and created again for the new column: indexes are built again, constraints
 * are checked.
 *
 * @param column the id of the column
 * @param keyName the name of the index among them that is the primary key; empty if none is
 * @param references foreign keys of any table that refer to the column
 */
record ColumnDependents(
    int column,
    String keyName,
    List<Index> indexes,
    List<CheckConstraint> checks,
    List<ForeignKey> foreignKeys,
    List<Reference> references) {
  static ColumnDependents of(Table table, List<Reference> references, int column) {
    TableConstraints constraints = table.descriptor().constraints();
    Index key = table.keyIndex();
    return new ColumnDependents(
        column,
        key != null && key.uses(column) ? key.name() : "",
        constraints.indexes().stream().filter(index -> index.uses(column)).toList(),
        constraints.checks().stream().filter(check -> check.columnIds().contains(column)).toList(),
        constraints.foreignKeys().stream()
            .filter(reference -> reference.columnIds().contains(column))
            .filter(reference -> !refersTo(reference, table.id(), column))
            .toList(),
        references.stream()
            .filter(reference -> refersTo(reference.key(), table.id(), column))
            .toList());
  }

  private static boolean refersTo(ForeignKey key, int table, int column) {
    return key.target().tableId() == table && key.target().columnIds().contains(column);
  }

  /** Drops all of them. */
  void drop(CatalogEdit edit, Table table) {
    for (Reference reference : references) {
      Table referring = edit.snapshot().table(reference.table().id());
      edit.changeConstraints(
          referring,
          referring.descriptor().constraints().withoutConstraint(reference.key().name()));
    }
    Table now = edit.snapshot().table(table.id());
    edit.changeConstraints(now, now.descriptor().constraints().withoutColumn(column));
  }

  /** Creates them again for the column that replaces the old one. */
  void restore(TableAlteration change, int successor) {
    for (CheckConstraint check : checks) {
      ConstraintChanges.addCheck(
          change, change.table(), check.withColumns(replaced(check.columnIds(), successor)));
    }
    if (!keyName.isEmpty()) {
      change.alter(
          (edit, now) ->
              edit.changeConstraints(now, now.descriptor().constraints().withKeyName(keyName)));
    }
    for (Index index : indexes) {
      change.addIndex(index.name(), replaced(index.definition(), successor, change));
    }
    for (ForeignKey key : foreignKeys) {
      ConstraintChanges.addForeignKey(
          change,
          change.table(),
          key.withColumns(replaced(key.columnIds(), successor), key.target()));
    }
    for (Reference reference : references) {
      restore(change, reference, successor);
    }
  }

  private void restore(TableAlteration change, Reference reference, int successor) {
    ForeignKey key = reference.key();
    int referring = reference.table().id();
    boolean isOwn = referring == change.tableId();
    TableAlteration there = change.of(referring);
    ConstraintChanges.addForeignKey(
        there,
        there.table(),
        key.withColumns(
            isOwn ? replaced(key.columnIds(), successor) : key.columnIds(),
            new ForeignKey.Target(
                key.target().tableId(), replaced(key.target().columnIds(), successor))));
  }

  private Index.Definition replaced(
      Index.Definition definition, int successor, TableAlteration change) {
    Index.Predicate predicate = definition.predicate();
    IndexExpressions expressions = new IndexExpressions(change.table(), change.names());
    return new Index.Definition(
        definition.kind(),
        definition.columns().stream()
            .map(
                part ->
                    part.columnId() == column ? new KeyColumn(successor, part.direction()) : part)
            .toList(),
        replaced(definition.included(), successor),
        definition.expressions().stream().map(expressions::renewed).toList(),
        predicate == null
            ? null
            : new Index.Predicate(
                predicate.expression(), replaced(predicate.columnIds(), successor)),
        definition.nullsDistinct());
  }

  private List<Integer> replaced(List<Integer> columnIds, int successor) {
    return columnIds.stream().map(id -> Objects.equals(id, column) ? successor : id).toList();
  }
}

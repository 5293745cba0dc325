package dev.colonnade.sql.explain.text;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Columns of a plan of which no two rows have the same values. */
public final class UniqueColumns {
  private UniqueColumns() {}

  /** Returns whether the plan is known to have at most one row for values of the columns. */
  public static boolean contains(PhysicalPlan plan, Set<Integer> columns) {
    return switch (plan) {
      case ScanPlan.TableScan scan ->
          isKey(
              scan.table(), columns.stream().map(scan.ordinals()::get).collect(Collectors.toSet()));
      case RowPlan.Filter filter -> contains(filter.input(), columns);
      case RowPlan.Sort sort -> contains(sort.input(), columns);
      case RowPlan.Limit limit -> contains(limit.input(), columns);
      case RowPlan.Project project -> contains(project.input(), references(project, columns));
      case AggregatePlan.SortedAggregate aggregate -> hasKeys(aggregate, columns);
      case AggregatePlan.HashAggregate aggregate ->
          aggregate.groupingSets().size() == 1
              && aggregate.groupingSets().getFirst().size() == aggregate.keys().size()
              && hasKeys(aggregate, columns);
      default -> false;
    };
  }

  private static boolean hasKeys(AggregatePlan aggregate, Set<Integer> columns) {
    for (int key = 0; key < aggregate.keys().size(); key++) {
      if (!columns.contains(key)) {
        return false;
      }
    }
    return true;
  }

  private static Set<Integer> references(RowPlan.Project project, Set<Integer> columns) {
    return columns.stream()
        .map(project.expressions()::get)
        .map(expression -> expression instanceof ColumnReference column ? column.index() : null)
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  /** Returns whether positions in a table's schema include a primary key or a unique index. */
  public static boolean isKey(Table table, Set<Integer> ordinals) {
    List<Column> stored = table.schema().columns();
    Set<Integer> ids = new HashSet<>();
    ordinals.forEach(ordinal -> ids.add(stored.get(ordinal).id()));
    return ids.containsAll(columnIds(table.schema().primaryKey()))
        || table.indexes().stream().anyMatch(index -> isKey(index, ids));
  }

  private static boolean isKey(TableIndex index, Set<Integer> ids) {
    return index.isUnique()
        && index.descriptor().isReady()
        && index.descriptor().definition().predicate() == null
        && ids.containsAll(columnIds(index.columns()));
  }

  private static List<Integer> columnIds(List<KeyColumn> key) {
    return key.stream().map(KeyColumn::columnId).toList();
  }
}

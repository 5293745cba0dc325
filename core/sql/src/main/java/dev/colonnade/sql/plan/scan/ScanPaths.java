package dev.colonnade.sql.plan.scan;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Keys that a scan could use, by the conditions and orders of the scan and of the operators above
 * it.
 */
final class ScanPaths {
  private final PushedScan scan;

  /** Filters and projections above the scan, the uppermost first. */
  private final List<RelNode> above;

  private final TableExpressions expressions;
  private final Map<TableIndex, IndexedExpressions> found = new HashMap<>();

  ScanPaths(PushedScan scan, List<RelNode> above, TableExpressions expressions) {
    this.scan = scan;
    this.above = List.copyOf(above);
    this.expressions = expressions;
  }

  List<AccessPath> all() {
    ScanSpec spec = scan.spec();
    Table table = spec.table();
    double tableRows = scan.getTable().getRowCount();
    List<ColumnBound> bounds = bounds(spec);
    Set<Integer> needed = needed(spec);
    List<RexNode> asked = asked();
    List<AccessPath> paths = new ArrayList<>();
    paths.add(AccessPath.ofRows(table, bounds, tableRows));
    for (TableIndex index : table.indexes()) {
      if (index.descriptor().isReady() && isImplied(index, asked)) {
        FilterTemplate template = FilterTemplate.ofEntries(table, index);
        List<RexNode> ofEntries =
            hasExpressions(index) && !asked.isEmpty()
                ? expressionsOf(index).among(asked, template)
                : List.of();
        List<ColumnBound> all = new ArrayList<>(bounds);
        all.addAll(bounds(ofEntries, template));
        paths.add(AccessPath.ofIndex(Access.by(index, needed, ofEntries), index, all, tableRows));
      }
    }
    return paths;
  }

  /** Returns a column of the operators above as an expression over the table's columns. */
  RexNode onTable(int column) {
    RelNode top = above.isEmpty() ? scan : above.getFirst();
    return onTable(scan.getCluster().getRexBuilder().makeInputRef(top, column), 0);
  }

  /** The column of an index's entries that an expression is; null if it is none. */
  @Nullable Column column(RexNode onTable, @Nullable TableIndex index) {
    Table table = scan.spec().table();
    if (onTable instanceof RexInputRef ref) {
      return table.schema().columns().get(ref.getIndex());
    }
    if (index == null || !hasExpressions(index)) {
      return null;
    }
    return expressionsOf(index).replaced(onTable) instanceof RexInputRef ref
        ? FilterTemplate.ofEntries(table, index).columns().get(ref.getIndex())
        : null;
  }

  private static boolean hasExpressions(TableIndex index) {
    return !index.descriptor().definition().expressions().isEmpty();
  }

  private IndexedExpressions expressionsOf(TableIndex index) {
    return found.computeIfAbsent(
        index, _ -> new IndexedExpressions(scan.spec().table(), index, expressions));
  }

  /** Returns whether the scan's conditions imply the predicate of a partial index. */
  private boolean isImplied(TableIndex index, List<RexNode> asked) {
    Index.Predicate partial = index.descriptor().definition().predicate();
    if (partial == null) {
      return true;
    }
    List<RexNode> all = new ArrayList<>(scan.spec().conditions());
    all.addAll(asked);
    return !all.isEmpty()
        && ImpliedConditions.implies(
            all, expressions.planned(scan.spec().table(), partial.expression()));
  }

  /** The conditions of the filters above. */
  private List<RexNode> asked() {
    List<RexNode> asked = new ArrayList<>();
    for (int i = 0; i < above.size(); i++) {
      if (above.get(i) instanceof Filter filter) {
        for (RexNode condition : RelOptUtil.conjunctions(filter.getCondition())) {
          asked.add(onTable(condition, i + 1));
        }
      }
    }
    return asked;
  }

  /** An expression over the columns of the operator at a place, over those of the table. */
  private RexNode onTable(RexNode node, int place) {
    RexNode current = node;
    for (RelNode operator : above.subList(place, above.size())) {
      if (operator instanceof Project project) {
        current = RelOptUtil.pushPastProject(current, project);
      }
    }
    List<Integer> ordinals = scan.spec().ordinals();
    return current.accept(
        new RexShuttle() {
          @Override
          public RexNode visitInputRef(RexInputRef ref) {
            return new RexInputRef(ordinals.get(ref.getIndex()), ref.getType());
          }
        });
  }

  static List<ColumnBound> bounds(ScanSpec spec) {
    return bounds(spec.conditions(), new FilterTemplate(spec.table().schema()));
  }

  private static List<ColumnBound> bounds(List<RexNode> conditions, FilterTemplate template) {
    List<ColumnBound> bounds = new ArrayList<>();
    for (RexNode condition : conditions) {
      ColumnBound bound = template.boundOf(condition);
      if (bound != null) {
        bounds.add(bound);
      }
    }
    for (ColumnBound bound : List.copyOf(bounds)) {
      boolean isBetween =
          bound.kind() == ColumnBound.Kind.ABOVE
              && bounds.contains(
                  new ColumnBound(bound.columnId(), ColumnBound.Kind.BELOW, bound.values()));
      if (isBetween) {
        bounds.add(new ColumnBound(bound.columnId(), ColumnBound.Kind.BETWEEN, 1));
      }
    }
    return bounds;
  }

  /** The ids of the columns that a scan shows or looks at. */
  private static Set<Integer> needed(ScanSpec spec) {
    List<Column> columns = spec.table().schema().columns();
    Set<Integer> needed = new HashSet<>();
    spec.ordinals().forEach(ordinal -> needed.add(columns.get(ordinal).id()));
    for (RexNode condition : spec.conditions()) {
      RelOptUtil.InputFinder.bits(condition)
          .forEach(ordinal -> needed.add(columns.get(ordinal).id()));
    }
    return needed;
  }
}

package dev.colonnade.sql.plan.scan;

import dev.colonnade.type.schema.Column;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.AggregateCall;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the access path of each scan, and removes sorts whose order a key has.
 *
 * <p>Bounds of columns come from the scan's conditions; their selectivity is estimated.
 */
public final class AccessChoice extends RelHomogeneousShuttle {
  /** Estimated number of rows where a limit is a parameter. */
  private static final double UNKNOWN_LIMIT = 100;

  /** The most rows that are looked up one by one, to have them in the order of an index. */
  private static final long ORDERED_LOOKUPS_MAX = 1000;

  private final TableExpressions expressions;

  /**
   * A choice.
   *
   * @param expressions plans those of indexes, and the conditions of partial ones
   */
  public AccessChoice(TableExpressions expressions) {
    this.expressions = expressions;
  }

  @Override
  public RelNode visit(RelNode other) {
    if (other instanceof Sort sort && !sort.getCollation().getFieldCollations().isEmpty()) {
      RelNode ordered = withoutSort(sort);
      if (ordered != null) {
        return ordered;
      }
    }
    if (other instanceof Aggregate aggregate) {
      RelNode first = firstOfKey(aggregate);
      if (first != null) {
        return first;
      }
    }
    if (other instanceof Filter filter && filter.getInput() instanceof PushedScan scan) {
      return filter.copy(filter.getTraitSet(), List.of(choose(scan, List.of(filter))));
    }
    RelNode visited = super.visit(other);
    return visited instanceof PushedScan scan ? choose(scan, List.of()) : visited;
  }

  @Override
  public RelNode visit(org.apache.calcite.rel.core.TableScan scan) {
    return scan instanceof PushedScan pushed ? choose(pushed, List.of()) : scan;
  }

  private RelNode choose(PushedScan scan, List<RelNode> above) {
    if (!scan.spec().access().equals(Access.ROWS)) {
      return scan;
    }
    AccessPath best = null;
    double least = 0;
    for (AccessPath path : new ScanPaths(scan, above, expressions).all()) {
      double cost = path.cost(path.rows());
      if ((path.isPlain() || path.isSearched() || cost < least) && (best == null || cost < least)) {
        best = path;
        least = cost;
      }
    }
    return best == null || best.isPlain()
        ? scan
        : scan.with(scan.spec().withAccess(best.access(Access.Order.ANY)));
  }

  /**
   * MIN or MAX of all rows as that of the first or last row of a key; null if it is anything else,
   * or no key has the order.
   */
  private @Nullable RelNode firstOfKey(Aggregate aggregate) {
    if (!aggregate.getGroupSet().isEmpty()
        || aggregate.getGroupSets().size() != 1
        || aggregate.getAggCallList().size() != 1) {
      return null;
    }
    AggregateCall call = aggregate.getAggCallList().getFirst();
    SqlKind kind = call.getAggregation().getKind();
    if ((kind != SqlKind.MIN && kind != SqlKind.MAX) || call.hasFilter()) {
      return null;
    }
    int column = call.getArgList().getFirst();
    RelNode ordered = withoutSort(firstBy(aggregate.getInput(), column, kind == SqlKind.MAX));
    return ordered == null ? null : aggregate.copy(aggregate.getTraitSet(), List.of(ordered));
  }

  /** The first row by a column. The least one is not NULL, which keys have in front. */
  private static Sort firstBy(RelNode input, int column, boolean isLast) {
    RexBuilder builder = input.getCluster().getRexBuilder();
    RexNode value = builder.makeInputRef(input, column);
    RelNode known =
        isLast || !value.getType().isNullable()
            ? input
            : LogicalFilter.create(input, builder.makeCall(SqlStdOperatorTable.IS_NOT_NULL, value));
    RelFieldCollation field =
        isLast
            ? new RelFieldCollation(
                column,
                RelFieldCollation.Direction.DESCENDING,
                RelFieldCollation.NullDirection.LAST)
            : new RelFieldCollation(
                column,
                RelFieldCollation.Direction.ASCENDING,
                RelFieldCollation.NullDirection.FIRST);
    return LogicalSort.create(
        known, RelCollations.of(field), null, builder.makeExactLiteral(BigDecimal.ONE));
  }

  /** The sort's input in its order, cut as the sort would; null if no key has that order. */
  private @Nullable RelNode withoutSort(Sort sort) {
    List<RelNode> between = new ArrayList<>();
    RelNode below = sort.getInput();
    while (below instanceof Project || below instanceof Filter) {
      between.add(below);
      below = below.getInput(0);
    }
    if (!(below instanceof PushedScan scan) || !scan.spec().access().equals(Access.ROWS)) {
      return null;
    }
    PushedScan ordered = ordered(sort, scan, between);
    if (ordered == null) {
      return null;
    }
    RelNode rebuilt = ordered;
    for (RelNode node : between.reversed()) {
      rebuilt = node.copy(node.getTraitSet(), List.of(rebuilt));
    }
    return sort.fetch == null && sort.offset == null
        ? rebuilt
        : LogicalSort.create(rebuilt, RelCollations.EMPTY, sort.offset, sort.fetch);
  }

  /** Returns the sort keys as columns of the key of a path; null if it has no such columns. */
  private static @Nullable List<AccessPath.WantedOrder> wanted(
      Sort sort, ScanPaths paths, AccessPath path) {
    List<AccessPath.WantedOrder> wanted = new ArrayList<>();
    for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
      Column column = paths.column(paths.onTable(field.getFieldIndex()), path.index());
      if (column == null || !FilterTemplate.isOrderedByKey(column.type())) {
        return null;
      }
      boolean hasNulls = column.nullable() && !path.excludesNull(column.id());
      boolean nullsFirst = field.nullDirection == RelFieldCollation.NullDirection.FIRST;
      wanted.add(
          new AccessPath.WantedOrder(
              column.id(), field.getDirection().isDescending(), hasNulls ? nullsFirst : null));
    }
    return wanted;
  }

  private @Nullable PushedScan ordered(Sort sort, PushedScan scan, List<RelNode> between) {
    boolean isFiltered = between.stream().anyMatch(Filter.class::isInstance);
    long limit = limitOf(sort);
    ScanPaths paths = new ScanPaths(scan, between, expressions);
    List<AccessPath> all = paths.all();
    double least = Double.MAX_VALUE;
    for (AccessPath path : all) {
      if (path.isPlain() || path.isSearched()) {
        double rows = path.rows();
        least = Math.min(least, path.cost(rows) + rows * Math.log(rows + 2) / 4);
      }
    }
    PushedScan best = null;
    for (AccessPath path : all) {
      List<AccessPath.WantedOrder> wanted = wanted(sort, paths, path);
      Access.Order order = wanted == null ? Access.Order.ANY : path.orderFor(wanted);
      double read = sort.fetch == null ? path.rows() : Math.min(path.rows(), reads(limit, scan));
      Access access = path.access(order);
      boolean isAllowed =
          order != Access.Order.ANY
              && (!access.lookup() || (sort.fetch != null && limit <= ORDERED_LOOKUPS_MAX));
      double cost = path.cost(read);
      if (isAllowed && cost <= least) {
        least = cost;
        ScanSpec spec = scan.spec().withAccess(access);
        best = scan.with(isFiltered || limit == 0 ? spec : spec.withRowLimit(limit));
      }
    }
    return best;
  }

  /**
   * Returns the estimated number of rows that are read until the limit's number of rows satisfies
   * all conditions.
   */
  private static double reads(long limit, PushedScan scan) {
    double wanted = limit == 0 ? UNKNOWN_LIMIT : limit;
    return scan.spec().conditions().isEmpty() ? wanted : wanted * 10;
  }

  /** The rows that a sort lets through, those that it skips included; 0 if that is not known. */
  private static long limitOf(Sort sort) {
    long offset = 0;
    if (sort.offset != null) {
      offset = literalOf(sort.offset);
      if (offset < 0) {
        return 0;
      }
    }
    long fetch = sort.fetch == null ? -1 : literalOf(sort.fetch);
    return fetch <= 0 || fetch > Integer.MAX_VALUE || offset > Integer.MAX_VALUE
        ? 0
        : fetch + offset;
  }

  private static long literalOf(RexNode node) {
    BigDecimal value =
        node instanceof RexLiteral literal ? literal.getValueAs(BigDecimal.class) : null;
    return value == null ? -1 : value.longValue();
  }
}

package dev.colonnade.sql.plan.scan;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.Index;
import dev.colonnade.catalog.rule.TableIndex;
import dev.colonnade.type.Column;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelCollations;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalSort;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Chooses for each scan the key that it goes by, and leaves out sorts whose order a key has.
 *
 * <p>What is known of columns is what the scan's conditions say; how much that leaves is guessed.
 */
public final class AccessChoice extends RelHomogeneousShuttle {
  /** How many rows are taken to be wanted where a limit is a parameter. */
  private static final double UNKNOWN_LIMIT = 100;

  /** The most rows that are looked up one by one, to have them in the order of an index. */
  private static final long ORDERED_LOOKUPS_MAX = 1000;

  private final BiPredicate<ScanSpec, TableIndex> isImplied;

  /**
   * A choice.
   *
   * @param isImplied whether a scan's conditions imply the condition of a partial index
   */
  public AccessChoice(BiPredicate<ScanSpec, TableIndex> isImplied) {
    this.isImplied = isImplied;
  }

  @Override
  public RelNode visit(RelNode other) {
    if (other instanceof Sort sort && !sort.getCollation().getFieldCollations().isEmpty()) {
      RelNode ordered = withoutSort(sort);
      if (ordered != null) {
        return ordered;
      }
    }
    RelNode visited = super.visit(other);
    return visited instanceof PushedScan scan ? choose(scan) : visited;
  }

  @Override
  public RelNode visit(org.apache.calcite.rel.core.TableScan scan) {
    return scan instanceof PushedScan pushed ? choose(pushed) : scan;
  }

  private RelNode choose(PushedScan scan) {
    if (!scan.spec().access().equals(Access.ROWS)) {
      return scan;
    }
    AccessPath best = null;
    double least = 0;
    for (AccessPath path : paths(scan)) {
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

  private List<AccessPath> paths(PushedScan scan) {
    ScanSpec spec = scan.spec();
    Table table = spec.table();
    double tableRows = scan.getTable().getRowCount();
    List<ColumnBound> bounds = bounds(spec);
    Set<Integer> needed = needed(spec);
    List<AccessPath> paths = new ArrayList<>();
    paths.add(AccessPath.ofRows(table, bounds, tableRows));
    for (TableIndex index : table.indexes()) {
      Index descriptor = index.descriptor();
      boolean isUsable =
          descriptor.isReady()
              && (descriptor.definition().condition() == null || isImplied.test(spec, index));
      if (isUsable) {
        paths.add(AccessPath.ofIndex(index, needed, bounds, tableRows));
      }
    }
    return paths;
  }

  public static List<ColumnBound> bounds(ScanSpec spec) {
    FilterTemplate template = new FilterTemplate(spec.table().schema());
    List<ColumnBound> bounds = new ArrayList<>();
    for (RexNode condition : spec.conditions()) {
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
    List<AccessPath.WantedOrder> wanted = wanted(sort, between, scan);
    PushedScan ordered = wanted == null ? null : ordered(sort, scan, wanted, between);
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

  private static @Nullable List<AccessPath.WantedOrder> wanted(
      Sort sort, List<RelNode> between, PushedScan scan) {
    List<AccessPath.WantedOrder> wanted = new ArrayList<>();
    for (RelFieldCollation field : sort.getCollation().getFieldCollations()) {
      int at = field.getFieldIndex();
      for (RelNode node : between) {
        if (node instanceof Project project) {
          if (!(project.getProjects().get(at) instanceof RexInputRef ref)) {
            return null;
          }
          at = ref.getIndex();
        }
      }
      Column column = scan.spec().table().schema().columns().get(scan.spec().ordinals().get(at));
      boolean descending = field.getDirection().isDescending();
      boolean nullsFirst = field.nullDirection == RelFieldCollation.NullDirection.FIRST;
      if (!FilterTemplate.isOrderedByKey(column.type())) {
        return null;
      }
      wanted.add(
          new AccessPath.WantedOrder(
              column.id(), descending, column.nullable() ? nullsFirst : null));
    }
    return wanted;
  }

  private @Nullable PushedScan ordered(
      Sort sort, PushedScan scan, List<AccessPath.WantedOrder> wanted, List<RelNode> between) {
    boolean isFiltered = between.stream().anyMatch(Filter.class::isInstance);
    long limit = limitOf(sort);
    List<AccessPath> paths = paths(scan);
    double least = Double.MAX_VALUE;
    for (AccessPath path : paths) {
      if (path.isPlain() || path.isSearched()) {
        double rows = path.rows();
        least = Math.min(least, path.cost(rows) + rows * Math.log(rows + 2) / 4);
      }
    }
    PushedScan best = null;
    for (AccessPath path : paths) {
      Access.Order order = path.orderFor(wanted);
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

  /** How many rows are met until a number of them meets all conditions; a guess. */
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

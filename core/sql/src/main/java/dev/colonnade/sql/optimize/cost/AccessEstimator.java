package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of the cheapest access to the rows of a plan, before the physical planner chooses it.
 * One statement, one thread.
 */
public final class AccessEstimator {
  private final CardinalityEstimator estimator;

  public AccessEstimator(CardinalityEstimator estimator) {
    this.estimator = requireNonNull(estimator, "estimator is null");
  }

  /** Scan with the predicates above it. */
  private record FilteredScan(TableScan scan, List<Expression> predicates) {}

  /** Key by which rows are found. The index is null for the primary key. */
  private record Path(@Nullable TableIndex index, List<KeyColumn> columns) {
    private Path(@Nullable TableIndex index, List<KeyColumn> columns) {
      this.index = index;
      this.columns = columns;
    }

    boolean isUnique() {
      return index == null || index.isUnique();
    }

    boolean needsRow(TableScan scan) {
      TableIndex entries = index;
      return entries != null
          && !scan.read().stream().allMatch(read -> entries.contains(read.column().id()));
    }
  }

  /**
   * Cheapest access to the rows of a plan.
   *
   * @param filterable part of the cost that is saved for rows which a runtime filter rejects: of
   *     these only one column is read
   */
  public record ScanCost(double nanos, double filterable) {}

  /** Returns the cost of reading the rows of a plan; of a plan that is no scan, of its output. */
  public ScanCost scanCost(LogicalPlan plan) {
    FilteredScan found = unwrap(plan);
    if (found == null) {
      return new ScanCost(estimator.rows(plan) * CostModel.OUTPUT_ROW, 0);
    }
    TableScan scan = found.scan();
    double rows = estimator.rows(scan);
    int columns = columns(plan, found);
    int predicates = found.predicates().size();
    double selected = predicates == 0 ? 1 : estimator.rows(plan) / rows;
    double columnar = AccessCosts.columnarScan(rows, predicates, selected, columns);
    double least = columnar;
    for (Path path : paths(scan.table())) {
      List<Expression> bounds = bounds(found, path);
      if (!bounds.isEmpty()) {
        double entries = Math.max(1, rows * estimator.selectivity(scan, bounds));
        double ranges = ranges(bounds);
        boolean needsRow = path.needsRow(scan);
        least =
            Math.min(
                least,
                needsRow
                    ? AccessCosts.indexLookup(ranges, entries, entries)
                    : AccessCosts.keyRange(ranges, entries));
      }
    }
    double filterable = CostModel.columnarValues(estimator.rows(plan), columns - 1);
    return new ScanCost(least, least < columnar ? 0 : filterable);
  }

  /** Returns the number of columns that are read; those that are only tested are not. */
  private static int columns(LogicalPlan plan, FilteredScan found) {
    Set<Variable> tested = new HashSet<>();
    if (plan instanceof LogicalOperator.Filter) {
      found.predicates().forEach(each -> tested.addAll(LogicalExpressions.variables(each)));
    }
    return Math.max(1, plan.columns().size() - tested.size());
  }

  /**
   * Returns the keys by which the rows of a plan can be looked up; none of a plan that is no scan.
   */
  public List<LookupKey> lookupKeys(LogicalPlan plan) {
    FilteredScan found = unwrap(plan);
    if (found == null) {
      return List.of();
    }
    Map<Integer, Variable> variables = new HashMap<>();
    for (Variable variable : plan.columns()) {
      ColumnOrigin origin = ColumnOrigin.of(plan, variable);
      if (origin != null) {
        variables.put(origin.column().column().id(), variable);
      }
    }
    List<LookupKey> keys = new ArrayList<>();
    for (Path path : paths(found.scan().table())) {
      List<Variable> columns = new ArrayList<>();
      List<Double> matches = new ArrayList<>();
      for (KeyColumn part : path.columns()) {
        Variable variable = variables.get(part.columnId());
        if (variable == null) {
          break;
        }
        columns.add(variable);
        boolean isWhole = columns.size() == path.columns().size();
        matches.add(isWhole && path.isUnique() ? 1.0 : matches(found.scan(), path, columns.size()));
      }
      if (!columns.isEmpty()) {
        boolean isPrimary = path.index() == null && columns.size() == path.columns().size();
        keys.add(new LookupKey(columns, matches, isPrimary, path.needsRow(found.scan())));
      }
    }
    return keys;
  }

  /** Returns the number of rows with the same values in the first columns of a key. */
  private double matches(TableScan scan, Path path, int columns) {
    List<Variable> first = new ArrayList<>();
    for (KeyColumn part : path.columns().subList(0, columns)) {
      Variable variable = variableOf(scan, part.columnId());
      if (variable != null) {
        first.add(variable);
      }
    }
    return Math.max(1, estimator.rows(scan) / estimator.distinctCount(scan, first));
  }

  private static @Nullable FilteredScan unwrap(LogicalPlan plan) {
    List<Expression> predicates = new ArrayList<>();
    LogicalPlan below = plan;
    while (!(below instanceof TableScan scan)) {
      switch (below) {
        case LogicalOperator.Filter filter -> {
          predicates.addAll(filter.predicates());
          below = filter.input();
        }
        case LogicalOperator.Project project -> below = project.input();
        default -> {
          return null;
        }
      }
    }
    return new FilteredScan(scan, predicates);
  }

  private static List<Path> paths(Table table) {
    List<Path> paths = new ArrayList<>();
    paths.add(new Path(null, table.schema().primaryKey()));
    for (TableIndex index : table.indexes()) {
      boolean isWhole = index.descriptor().definition().predicate() == null;
      if (isWhole && index.descriptor().isReady()) {
        paths.add(new Path(index, index.columns()));
      }
    }
    return paths;
  }

  /** Returns the predicates that bound the first columns of a key. */
  private static List<Expression> bounds(FilteredScan found, Path path) {
    List<Expression> bounds = new ArrayList<>();
    for (KeyColumn part : path.columns()) {
      Variable variable = variableOf(found.scan(), part.columnId());
      boolean isPoint = false;
      for (Expression predicate : found.predicates()) {
        if (variable == null) {
          break;
        }
        ComparedVariable compared = ComparedVariable.of(predicate);
        if (compared != null && compared.variable().equals(variable)) {
          isPoint |= compared.isEquality();
          if (compared.isEquality() || compared.isBound()) {
            bounds.add(predicate);
          }
        } else if (isListOf(predicate, variable)) {
          isPoint = true;
          bounds.add(predicate);
        }
      }
      if (!isPoint) {
        break;
      }
    }
    return bounds;
  }

  private static boolean isListOf(Expression predicate, Variable variable) {
    return predicate instanceof InList list
        && !list.isNegated()
        && variable.equals(ComparedVariable.unwrapped(list.value()));
  }

  private static double ranges(List<Expression> bounds) {
    double ranges = 1;
    for (Expression bound : bounds) {
      ranges *= bound instanceof InList list ? new HashSet<>(list.items()).size() : 1;
    }
    return ranges;
  }

  private static @Nullable Variable variableOf(TableScan scan, int columnId) {
    for (TableColumn read : scan.read()) {
      if (read.column().id() == columnId) {
        return read.variable();
      }
    }
    return null;
  }

  /**
   * Key by which the rows of a stored table can be looked up for the rows of a join.
   *
   * @param columns first columns of the key that a plan has variables for
   * @param matches rows of the table for one value of the first column, of the first two and so on
   * @param isPrimary whether this is the primary key, with all of its columns
   * @param needsRow whether the rows of the entries of an index are looked up
   */
  public record LookupKey(
      List<Variable> columns, List<Double> matches, boolean isPrimary, boolean needsRow) {
    public LookupKey {
      columns = List.copyOf(columns);
      matches = List.copyOf(matches);
    }

    /**
     * Returns the cost of looking up the matches of some rows, without the cost of these.
     *
     * @param known number of the first columns whose values the rows have, at least 1
     */
    public double cost(int known, double outerRows) {
      boolean isWhole = isPrimary && known == columns.size();
      return AccessCosts.lookupJoin(outerRows, matches.get(known - 1), isWhole, needsRow);
    }
  }
}

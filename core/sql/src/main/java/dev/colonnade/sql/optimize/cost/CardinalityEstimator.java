package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlanningContext;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Estimator of row counts, distinct counts and selectivities of logical plans. It retains the
 * estimates of every plan object. One statement, one thread.
 */
public final class CardinalityEstimator implements InputEstimates {
  /** Rows of a buffered item of WITH whose plan has not been defined. */
  private static final double UNKNOWN_ROWS = 1000;

  private final TableCardinality tables;
  private final JoinCardinality joins;
  private final OperatorCardinality operators;
  private final IdentityHashMap<LogicalPlan, PlanStatistics> estimates = new IdentityHashMap<>();
  private final Map<Integer, LogicalPlan> numberedPlans = new HashMap<>();
  private final Map<String, LogicalPlan> namedPlans = new HashMap<>();

  public CardinalityEstimator(PlanningContext context) {
    requireNonNull(context, "context is null");
    this.tables = new TableCardinality(context.statistics());
    this.joins = new JoinCardinality(this);
    this.operators = new OperatorCardinality(this);
  }

  /**
   * Defines the plan whose rows {@link LogicalSource.CteReference} and {@link
   * LogicalSource.WorkingTable} read by a number. The estimates of {@link LogicalSet.With} and
   * {@link LogicalSet.Recursion} define theirs themselves; a caller that estimates their inputs
   * first defines them before.
   */
  public void define(int planId, LogicalPlan plan) {
    numberedPlans.put(planId, requireNonNull(plan, "plan is null"));
  }

  /** Defines the plan whose rows {@link LogicalSource.NamedRows} reads. */
  public void define(String name, LogicalPlan plan) {
    namedPlans.put(name, requireNonNull(plan, "plan is null"));
  }

  /** Returns the statistics of the rows of a plan. */
  @Override
  public PlanStatistics statistics(LogicalPlan plan) {
    requireNonNull(plan, "plan is null");
    PlanStatistics found = estimates.get(plan);
    if (found == null) {
      found = estimate(plan);
      estimates.put(plan, found);
    }
    return found;
  }

  /** Returns the estimated number of rows of a plan. */
  @Override
  public double rows(LogicalPlan plan) {
    return statistics(plan).rows();
  }

  /**
   * Returns the estimated number of distinct combinations of values of some variables. Columns of
   * one table have no more combinations than the table has rows.
   */
  @Override
  public double distinctCount(LogicalPlan plan, Collection<Variable> variables) {
    PlanStatistics statistics = statistics(plan);
    IdentityHashMap<LogicalSource.TableScan, OfTable> ofTables = new IdentityHashMap<>();
    double product = 1;
    for (Variable variable : new HashSet<>(variables)) {
      double distinct = statistics.of(variable).distinctCount();
      ColumnOrigin origin = ColumnOrigin.of(plan, variable);
      if (origin == null) {
        product *= distinct;
      } else {
        ofTables
            .computeIfAbsent(origin.scan(), _ -> new OfTable())
            .add(origin.column().variable(), distinct);
      }
    }
    for (Map.Entry<LogicalSource.TableScan, OfTable> table : ofTables.entrySet()) {
      product *= table.getValue().combinations(table.getKey(), tables);
    }
    return Math.max(1, Math.min(product, statistics.rows()));
  }

  /** Columns of one table whose combinations of values are counted. One thread. */
  private static final class OfTable {
    private final Set<Variable> variables = new HashSet<>();
    private double product = 1;

    void add(Variable variable, double distinct) {
      variables.add(variable);
      product *= distinct;
    }

    double combinations(LogicalSource.TableScan scan, TableCardinality tables) {
      double rows = tables.rows(scan.table());
      double known = tables.combinations(scan, variables, rows);
      return Math.min(product, known > 0 ? known : rows);
    }
  }

  /**
   * Returns the estimated fraction of the rows of a plan for which all of some predicates are true,
   * from 0 to 1.
   */
  public double selectivity(LogicalPlan plan, List<Expression> predicates) {
    return new PredicateSelectivity(statistics(plan)).ofAll(predicates);
  }

  /**
   * Returns the estimated fraction of some rows for which all of some predicates are true, from 0
   * to 1.
   *
   * @param statistics returns the statistics of each variable of the rows
   */
  public double selectivity(
      List<Expression> predicates, double rows, Function<Variable, VariableStatistics> statistics) {
    return new PredicateSelectivity(new PlanStatistics(rows, statistics)).ofAll(predicates);
  }

  /**
   * Returns the number of rows of the table that some columns of a plan come from, whatever filters
   * leave of them; the rows of the plan if it is not one table.
   */
  @Override
  @SuppressWarnings("ReferenceEquality") // equal scans are two
  public double baseRows(LogicalPlan plan, Collection<Variable> variables) {
    LogicalSource.TableScan scan = null;
    for (Variable variable : variables) {
      ColumnOrigin origin = ColumnOrigin.of(plan, variable);
      if (origin == null || (scan != null && scan != origin.scan())) {
        return rows(plan);
      }
      scan = origin.scan();
    }
    return scan == null ? rows(plan) : tables.rows(scan.table());
  }

  /** Returns the estimated fraction of the rows of an input of a join that have a match. */
  public double matchedFraction(LogicalJoin join, boolean isLeft) {
    LogicalPlan side = isLeft ? join.left() : join.right();
    return joins.matchedFraction(join, side, isLeft ? join.right() : join.left());
  }

  private PlanStatistics estimate(LogicalPlan plan) {
    return switch (plan) {
      case LogicalSource source -> ofSource(source);
      case LogicalOperator operator -> operators.of(operator);
      case LogicalJoin join -> ofJoin(join);
      case LogicalSet set -> ofSet(set);
      case LogicalChange change -> ofChange(change);
    };
  }

  private PlanStatistics ofSource(LogicalSource source) {
    return switch (source) {
      case LogicalSource.TableScan scan -> tables.of(scan);
      case LogicalSource.SystemTableScan scan -> tables.of(scan);
      case LogicalSource.Rows rows -> OperatorCardinality.ofRows(rows);
      case LogicalSource.NamedRows rows -> renamed(namedPlans.get(rows.name()), rows.columns());
      case LogicalSource.CteReference reference ->
          renamed(numberedPlans.get(reference.cteId()), reference.columns());
      case LogicalSource.WorkingTable table ->
          renamed(numberedPlans.get(table.recursionId()), table.columns());
    };
  }

  /** Returns the statistics of a plan whose columns have other variables, by position. */
  private PlanStatistics renamed(@Nullable LogicalPlan plan, List<Variable> columns) {
    if (plan == null) {
      return new PlanStatistics(
          UNKNOWN_ROWS, _ -> new VariableStatistics(TableCardinality.DISTINCT, 0, null));
    }
    PlanStatistics statistics = statistics(plan);
    List<Variable> originals = plan.columns();
    return new PlanStatistics(
        statistics.rows(),
        variable -> {
          int position = columns.indexOf(variable);
          return position < 0 || position >= originals.size()
              ? VariableStatistics.ONE_VALUE
              : statistics.of(originals.get(position));
        });
  }

  private PlanStatistics ofJoin(LogicalJoin join) {
    double rows = joins.rows(join);
    PlanStatistics left = statistics(join.left());
    PlanStatistics right = statistics(join.right());
    Set<Variable> ofLeft = new HashSet<>(join.left().columns());
    boolean isRightPadded =
        join.kind() == LogicalJoin.Kind.LEFT
            || join.kind() == LogicalJoin.Kind.SINGLE
            || join.kind() == LogicalJoin.Kind.FULL;
    return new PlanStatistics(
        rows,
        variable -> {
          if (ofLeft.contains(variable)) {
            return left.of(variable).among(left.rows(), rows);
          }
          VariableStatistics found = right.of(variable).among(right.rows(), rows);
          double matched = Math.min(1, right.rows() / Math.max(1, rows));
          return isRightPadded ? found.withNulls((1 - matched) / 2) : found;
        });
  }

  private PlanStatistics ofSet(LogicalSet set) {
    return switch (set) {
      case LogicalSet.SetOperation operation -> SetCardinality.of(operation, this);
      case LogicalSet.With with -> {
        with.tables().forEach(table -> define(table.id(), table.plan()));
        yield statistics(with.body());
      }
      case LogicalSet.Recursion recursion -> {
        define(recursion.id(), recursion.seed());
        yield SetCardinality.of(recursion, this);
      }
    };
  }

  private PlanStatistics ofChange(LogicalChange change) {
    return switch (change) {
      case LogicalChange.TableChange changed -> statistics(changed.source());
      case LogicalChange.LockRows lock -> statistics(lock.source());
      case LogicalChange.WithChanges with -> {
        with.items().forEach(item -> define(item.name(), item.plan()));
        yield statistics(with.body());
      }
    };
  }
}

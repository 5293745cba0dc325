package dev.colonnade.sql.optimize.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.copy.PlanCopier;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rule for the first rows by a nullable column of an index, where NULLs have the place that they
 * have in PostgreSQL unless the statement states another: behind all values. Keys have NULL in
 * front of them, so no index has the order. The rows with a value and those with NULL, each with a
 * limit, are read by an index, and the few rows of both are sorted. So are the groups by such a
 * column, and the group of NULL.
 */
public final class NullableOrder {
  /** Most rows: more are found sooner by a scan of the table. */
  private static final long ROWS_MAX = 1000;

  /** Fewest rows of the table for each row that is read. */
  private static final long TABLE_ROWS_MIN = 50;

  private final PlanningContext context;

  private NullableOrder(PlanningContext context) {
    this.context = context;
  }

  /** Returns the plan with the first rows of large tables in two parts. */
  public static LogicalPlan apply(LogicalPlan plan, PlanningContext context) {
    return new NullableOrder(requireNonNull(context, "context is null")).rewrite(plan);
  }

  private LogicalPlan rewrite(LogicalPlan plan) {
    LogicalPlan over = LogicalExpressions.rewriteInputs(plan, this::rewrite);
    if (!(over instanceof Limit limit)) {
      return over;
    }
    long rows = FirstRows.of(limit);
    LogicalPlan input = rows < 0 || rows > ROWS_MAX ? null : belowLimit(limit.input(), rows);
    return input == null ? limit : limit.withInputs(List.of(input));
  }

  private @Nullable LogicalPlan belowLimit(LogicalPlan plan, long rows) {
    return switch (plan) {
      case Project project -> {
        LogicalPlan input = belowLimit(project.input(), rows);
        yield input == null ? null : project.withInputs(List.of(input));
      }
      case Sort sort when isSplit(sort, rows) ->
          new Sort(parts(sort.input(), sort.keys(), rows), sort.keys());
      default -> null;
    };
  }

  private boolean isSplit(Sort sort, long rows) {
    List<SortItem> keys = sort.keys();
    LogicalPlan below = sort.input();
    Set<Variable> groups = Set.of();
    while (!keys.isEmpty() && isPassed(below)) {
      switch (below) {
        case Project project -> keys = FirstRows.renamed(keys, project);
        case Aggregate aggregate -> {
          keys = FirstGroups.ofInput(keys, aggregate);
          groups = FirstGroups.inputs(aggregate);
        }
        default -> {}
      }
      below = below.inputs().getFirst();
    }
    List<Expression> predicates = below instanceof Filter filter ? filter.predicates() : List.of();
    LogicalPlan source = below instanceof Filter filter ? filter.input() : below;
    if (keys.isEmpty() || !areRepeatable(predicates) || !(source instanceof TableScan scan)) {
      return false;
    }
    SortItem first = keys.getFirst();
    TableColumn column = column(scan, first.expression());
    return column != null
        && column.column().nullable()
        && first.nullsFirst() == first.descending()
        && context.statistics().rowCount(scan.table()) >= rows * TABLE_ROWS_MIN
        && !isRead(column.variable(), predicates)
        && hasIndex(scan, column, predicates, groups);
  }

  /** Returns whether an operator's rows in two parts are those of its input in two parts. */
  private static boolean isPassed(LogicalPlan plan) {
    return switch (plan) {
      case Project project -> areRepeatable(project.expressions());
      case Aggregate aggregate -> FirstGroups.isPlain(aggregate) && isRepeatable(aggregate);
      case Filter filter ->
          !(filter.input() instanceof TableScan) && areRepeatable(filter.predicates());
      default -> false;
    };
  }

  private static boolean isRepeatable(Aggregate aggregate) {
    for (AggregateFunction function : aggregate.functions()) {
      if (!areRepeatable(function.arguments())
          || (function.filter() != null && !areRepeatable(List.of(function.filter())))) {
        return false;
      }
      for (SortItem item : function.order()) {
        if (!areRepeatable(List.of(item.expression()))) {
          return false;
        }
      }
    }
    return true;
  }

  /** Returns whether expressions may be evaluated in both parts. */
  private static boolean areRepeatable(List<Expression> expressions) {
    for (Expression expression : expressions) {
      if (expression instanceof LogicalSubquery
          || expression.isVolatile()
          || !areRepeatable(expression.operands())) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable TableColumn column(TableScan scan, Expression key) {
    for (TableColumn column : scan.read()) {
      if (column.variable().equals(key)) {
        return column;
      }
    }
    return null;
  }

  private static boolean isRead(Variable variable, List<Expression> predicates) {
    for (Expression predicate : predicates) {
      if (LogicalExpressions.variables(predicate).contains(variable)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a column comes first in an index, or behind columns of one value.
   *
   * @param groups columns of which the index begins; empty if rows are not grouped
   */
  private static boolean hasIndex(
      TableScan scan, TableColumn column, List<Expression> predicates, Set<Variable> groups) {
    for (TableIndex index : scan.table().indexes()) {
      if (index.descriptor().isReady()
          && index.descriptor().definition().predicate() == null
          && FirstGroups.isBegin(groups, index, scan)
          && isNext(index, scan, column, predicates)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNext(
      TableIndex index, TableScan scan, TableColumn column, List<Expression> predicates) {
    for (KeyColumn part : index.columns()) {
      if (part.columnId() == column.column().id()) {
        return true;
      }
      if (!hasOneValue(part.columnId(), scan, predicates)) {
        return false;
      }
    }
    return false;
  }

  private static boolean hasOneValue(int columnId, TableScan scan, List<Expression> predicates) {
    for (Expression predicate : predicates) {
      if (predicate instanceof Comparison comparison
          && comparison.operator() == ComparisonOperator.EQUAL
          && !LogicalExpressions.hasVariable(comparison.right())) {
        TableColumn column = column(scan, comparison.left());
        if (column != null && column.column().id() == columnId) {
          return true;
        }
      }
    }
    return false;
  }

  private LogicalPlan parts(LogicalPlan input, List<SortItem> keys, long rows) {
    LogicalPlan values = part(input, keys, rows, true);
    LogicalPlan nulls = part(input, keys, rows, false);
    return new SetOperation(
        LogicalSet.Kind.UNION, true, List.of(values, nulls), List.copyOf(input.columns()));
  }

  private LogicalPlan part(LogicalPlan input, List<SortItem> keys, long rows, boolean isValue) {
    PlanCopier.Copy copy = PlanCopier.copy(input, context.variables());
    List<SortItem> order = new ArrayList<>();
    for (SortItem key : keys) {
      order.add(key.by(LogicalExpressions.substitute(key.expression(), copy.variables())));
    }
    Expression first = order.getFirst().expression();
    LogicalPlan tested = tested(copy.plan(), first, isValue);
    List<SortItem> left = isValue ? order : order.subList(1, order.size());
    LogicalPlan sorted = left.isEmpty() ? tested : new Sort(tested, left);
    return new Limit(sorted, null, new Literal(VectorType.of(TypeKind.BIGINT), rows), List.of());
  }

  /** Adds the test of a column to the filter of the scan. */
  private static LogicalPlan tested(LogicalPlan plan, Expression column, boolean isValue) {
    return switch (plan) {
      case Project project -> {
        Expression source =
            FirstRows.renamed(List.of(new SortItem(column, false, false)), project)
                .getFirst()
                .expression();
        yield project.withInputs(List.of(tested(project.input(), source, isValue)));
      }
      case Aggregate aggregate -> {
        SortItem key =
            FirstGroups.ofInput(List.of(new SortItem(column, false, false)), aggregate).getFirst();
        yield aggregate.withInputs(List.of(tested(aggregate.input(), key.expression(), isValue)));
      }
      case Filter filter when !(filter.input() instanceof TableScan) ->
          filter.withInputs(List.of(tested(filter.input(), column, isValue)));
      case Filter filter -> {
        List<Expression> all = new ArrayList<>(filter.predicates());
        all.add(new NullTest(isValue, column));
        yield new Filter(filter.input(), all);
      }
      default -> new Filter(plan, List.of(new NullTest(isValue, column)));
    };
  }
}

package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalOperator.WindowFunction;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSet.Recursion;
import dev.colonnade.sql.logical.LogicalSet.SetOperation;
import dev.colonnade.sql.logical.LogicalSet.With;
import dev.colonnade.sql.logical.LogicalSource.CteReference;
import dev.colonnade.sql.logical.LogicalSource.NamedRows;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.SystemColumnRead;
import dev.colonnade.sql.logical.LogicalSource.SystemTableScan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.LogicalSource.WorkingTable;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.UniqueKeys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Rule that drops columns that nothing reads: of scans, projections, aggregations, windows, single
 * rows of VALUES and UNION ALL. A LEFT join of which only the left columns are read is dropped if
 * no left row has two matches.
 */
public final class ColumnPruning {
  private ColumnPruning() {}

  /** Returns a plan with the same columns, without columns inside that nothing reads. */
  public static LogicalPlan apply(LogicalPlan plan) {
    return exact(plan, plan.columns());
  }

  /** Returns a plan with exactly some columns, in their order. */
  private static LogicalPlan exact(LogicalPlan plan, List<Variable> columns) {
    LogicalPlan pruned = prune(plan, new HashSet<>(columns));
    if (pruned.columns().equals(columns)) {
      return pruned;
    }
    return ProjectMerging.apply(new Project(pruned, columns.stream().map(Assignment::of).toList()));
  }

  /** Returns a plan with the required columns, and perhaps others, in the order of the plan. */
  private static LogicalPlan prune(LogicalPlan plan, Set<Variable> required) {
    return switch (plan) {
      case TableScan scan -> scan(scan, required);
      case SystemTableScan scan -> scan(scan, required);
      case Rows rows -> rows(rows, required);
      case NamedRows _, CteReference _, WorkingTable _ -> plan;
      case Filter _, Sort _, Limit _ -> over(plan, required);
      case Unnest unnest -> over(unnest, required);
      case Project project -> project(project, required);
      case Aggregate aggregate -> aggregate(aggregate, required);
      case Window window -> window(window, required);
      case LogicalJoin join -> join(join, required);
      case SetOperation set -> set(set, required);
      case Recursion _, LogicalChange _ ->
          LogicalExpressions.rewriteInputs(plan, ColumnPruning::apply);
      case With with -> with(with, required);
    };
  }

  private static void addRead(Collection<Expression> expressions, Set<Variable> into) {
    for (Expression expression : expressions) {
      if (expression instanceof Variable variable) {
        into.add(variable);
      } else {
        into.addAll(LogicalExpressions.variables(expression));
      }
    }
  }

  private static LogicalPlan over(LogicalPlan plan, Set<Variable> required) {
    Set<Variable> below = new HashSet<>(required);
    addRead(plan.expressions(), below);
    return LogicalExpressions.rewriteInputs(plan, input -> prune(input, below));
  }

  private static LogicalPlan scan(TableScan scan, Set<Variable> required) {
    List<TableColumn> read = new ArrayList<>();
    for (TableColumn column : scan.read()) {
      if (required.contains(column.variable())) {
        read.add(column);
      }
    }
    return read.size() == scan.read().size()
        ? scan
        : new TableScan(scan.table(), scan.alias(), read);
  }

  private static LogicalPlan scan(SystemTableScan scan, Set<Variable> required) {
    List<SystemColumnRead> read = new ArrayList<>();
    for (SystemColumnRead column : scan.read()) {
      if (required.contains(column.variable())) {
        read.add(column);
      }
    }
    return read.size() == scan.read().size() ? scan : new SystemTableScan(scan.table(), read);
  }

  /** Drops columns of a single row only: VALUES with several rows evaluates all of them. */
  private static LogicalPlan rows(Rows rows, Set<Variable> required) {
    if (rows.rows().size() != 1) {
      return rows;
    }
    List<Expression> kept = new ArrayList<>();
    List<Variable> columns = new ArrayList<>();
    for (int i = 0; i < rows.columns().size(); i++) {
      Expression value = rows.rows().getFirst().get(i);
      if (required.contains(rows.columns().get(i)) || ExpressionProperties.isVolatile(value)) {
        kept.add(value);
        columns.add(rows.columns().get(i));
      }
    }
    return columns.size() == rows.columns().size() ? rows : new Rows(List.of(kept), columns);
  }

  private static LogicalPlan project(Project project, Set<Variable> required) {
    List<Assignment> kept = new ArrayList<>();
    Set<Variable> below = new HashSet<>();
    for (Assignment assignment : project.assignments()) {
      if (required.contains(assignment.variable())
          || ExpressionProperties.isVolatile(assignment.expression())) {
        kept.add(assignment);
        addRead(List.of(assignment.expression()), below);
      }
    }
    LogicalPlan input = prune(project.input(), below);
    boolean isSame = input == project.input() && kept.size() == project.assignments().size();
    return isSame ? project : ProjectMerging.apply(new Project(input, kept));
  }

  private static LogicalPlan aggregate(Aggregate aggregate, Set<Variable> required) {
    List<AggregateFunction> kept = new ArrayList<>();
    for (AggregateFunction function : aggregate.functions()) {
      if (required.contains(function.output())) {
        kept.add(function);
      }
    }
    Aggregate changed =
        kept.size() == aggregate.functions().size()
            ? aggregate
            : new Aggregate(aggregate.input(), aggregate.keys(), aggregate.groupingSets(), kept);
    Set<Variable> below = new HashSet<>();
    addRead(changed.expressions(), below);
    for (GroupKey key : aggregate.keys()) {
      below.add(key.input());
    }
    if (isUniqueInput(changed, below)) {
      return exact(aggregate.input(), changed.columns());
    }
    return LogicalExpressions.rewriteInputs(changed, input -> prune(input, below));
  }

  /** Returns whether an aggregation is a DISTINCT of rows that differ anyway. */
  private static boolean isUniqueInput(Aggregate aggregate, Set<Variable> keys) {
    return aggregate.functions().isEmpty()
        && !aggregate.keys().isEmpty()
        && aggregate.groupingSets().size() == 1
        && aggregate.groupingSets().getFirst().size() == aggregate.keys().size()
        && aggregate.keys().stream().allMatch(key -> key.output().equals(key.input()))
        && UniqueKeys.isUnique(aggregate.input(), keys);
  }

  private static LogicalPlan window(Window window, Set<Variable> required) {
    List<WindowFunction> kept = new ArrayList<>();
    for (WindowFunction function : window.functions()) {
      if (required.contains(function.output())) {
        kept.add(function);
      }
    }
    if (kept.isEmpty()) {
      return prune(window.input(), required);
    }
    Window changed =
        kept.size() == window.functions().size()
            ? window
            : new Window(window.input(), window.partition(), window.order(), window.frame(), kept);
    return over(changed, required);
  }

  private static LogicalPlan join(LogicalJoin join, Set<Variable> required) {
    if (join.kind() == Kind.LEFT && isRedundant(join, required)) {
      return prune(join.left(), required);
    }
    Set<Variable> below = new HashSet<>(required);
    addRead(join.conditions(), below);
    LogicalPlan right = prune(join.right(), below);
    if (join.isDependent()) {
      below.addAll(LogicalExpressions.freeVariables(right));
    }
    LogicalPlan left = prune(join.left(), below);
    return left == join.left() && right == join.right()
        ? join
        : join.withInputs(List.of(left, right));
  }

  private static boolean isRedundant(LogicalJoin join, Set<Variable> required) {
    for (Variable column : join.right().columns()) {
      if (required.contains(column)) {
        return false;
      }
    }
    return !join.isDependent()
        && UniqueKeys.hasUniqueMatch(join)
        && !ExpressionProperties.isVolatile(join.right())
        && join.conditions().stream().noneMatch(ExpressionProperties::isVolatile);
  }

  private static LogicalPlan set(SetOperation set, Set<Variable> required) {
    boolean canDrop = set.kind() == LogicalSet.Kind.UNION && set.all();
    List<Variable> columns = set.columns();
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      if (!canDrop || required.contains(columns.get(i))) {
        kept.add(i);
      }
    }
    List<LogicalPlan> inputs = new ArrayList<>();
    boolean isSame = kept.size() == columns.size();
    for (LogicalPlan input : set.inputs()) {
      List<Variable> all = input.columns();
      LogicalPlan pruned = exact(input, kept.stream().map(all::get).toList());
      isSame &= pruned == input;
      inputs.add(pruned);
    }
    return isSame
        ? set
        : new SetOperation(set.kind(), set.all(), inputs, kept.stream().map(columns::get).toList());
  }

  private static LogicalPlan with(With with, Set<Variable> required) {
    List<LogicalPlan> inputs = new ArrayList<>();
    with.tables().forEach(table -> inputs.add(apply(table.plan())));
    inputs.add(prune(with.body(), required));
    List<LogicalPlan> before = with.inputs();
    for (int i = 0; i < inputs.size(); i++) {
      if (inputs.get(i) != before.get(i)) {
        return with.withInputs(inputs);
      }
    }
    return with;
  }
}

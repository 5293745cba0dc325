package dev.colonnade.sql.logical.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.SetFunction;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalOperator.WindowFunction;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet.CommonTable;
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
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Copier of plans: a copy defines new variables, so that both plans can be parts of one plan. */
public final class PlanCopier {
  private final Variables variables;
  private final Map<Variable, Variable> copies = new HashMap<>();
  private final Map<Integer, Integer> ids = new HashMap<>();

  private PlanCopier(Variables variables) {
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Copy of a plan, with the new variable for each variable that the plan defines. */
  public record Copy(LogicalPlan plan, Map<Variable, Variable> variables) {
    public Copy {
      requireNonNull(plan, "plan is null");
      variables = Map.copyOf(variables);
    }

    /** Returns the columns of the copy for those of the original, by position. */
    public List<Variable> columns() {
      return plan.columns();
    }
  }

  /** Returns a copy of a plan. Variables of enclosing plans remain. */
  public static Copy copy(LogicalPlan plan, Variables variables) {
    PlanCopier copier = new PlanCopier(variables);
    copier.define(plan);
    return new Copy(copier.copyOf(plan), copier.copies);
  }

  private void define(LogicalPlan plan) {
    plan.inputs().forEach(this::define);
    plan.expressions().forEach(this::define);
    for (Variable column : plan.columns()) {
      copies.computeIfAbsent(column, variables::copyOf);
    }
    if (plan instanceof With with) {
      with.tables().forEach(table -> ids.put(table.id(), variables.planId()));
    } else if (plan instanceof Recursion recursion) {
      ids.put(recursion.id(), variables.planId());
    }
  }

  private void define(Expression expression) {
    if (expression instanceof LogicalSubquery subquery) {
      define(subquery.plan());
    }
    expression.operands().forEach(this::define);
  }

  private LogicalPlan copyOf(LogicalPlan plan) {
    LogicalPlan changed = LogicalExpressions.rewriteInputs(plan, this::copyOf);
    List<Expression> expressions = changed.expressions();
    List<Expression> others = LogicalExpressions.rewriteAll(expressions, this::replacement);
    changed = others == expressions ? changed : changed.withExpressions(others);
    return withDefinitions(changed);
  }

  private @Nullable Expression replacement(Expression expression) {
    if (expression instanceof Variable variable) {
      return of(variable);
    }
    if (expression instanceof LogicalSubquery subquery) {
      List<Expression> operands =
          LogicalExpressions.rewriteAll(subquery.operands(), this::replacement);
      LogicalSubquery changed = (LogicalSubquery) subquery.withOperands(operands);
      return changed.withPlan(copyOf(subquery.plan()));
    }
    return null;
  }

  private Variable of(Variable variable) {
    return copies.getOrDefault(variable, variable);
  }

  private List<Variable> of(List<Variable> some) {
    return some.stream().map(this::of).toList();
  }

  private int id(int id) {
    return ids.getOrDefault(id, id);
  }

  private LogicalPlan withDefinitions(LogicalPlan plan) {
    return switch (plan) {
      case TableScan scan -> new TableScan(scan.table(), scan.alias(), read(scan));
      case SystemTableScan scan -> new SystemTableScan(scan.table(), read(scan));
      case Rows rows -> new Rows(rows.rows(), of(rows.columns()));
      case NamedRows rows -> new NamedRows(rows.name(), of(rows.columns()));
      case CteReference read -> new CteReference(id(read.cteId()), read.name(), of(read.columns()));
      case WorkingTable table ->
          new WorkingTable(id(table.recursionId()), table.name(), of(table.columns()));
      case Project project -> new Project(project.input(), assignments(project));
      case Aggregate aggregate -> aggregate(aggregate);
      case Window window -> window(window);
      case Unnest unnest -> unnest(unnest);
      case SetOperation set ->
          new SetOperation(set.kind(), set.all(), set.inputs(), of(set.columns()));
      case Recursion recursion ->
          new Recursion(
              id(recursion.id()),
              recursion.seed(),
              recursion.step(),
              recursion.all(),
              of(recursion.columns()));
      case With with -> with(with);
      case Filter _, Sort _, Limit _, LogicalJoin _, LogicalChange.LockRows _ -> plan;
      case LogicalChange _ -> throw new IllegalArgumentException("copy of a change");
    };
  }

  private List<TableColumn> read(TableScan scan) {
    return scan.read().stream()
        .map(read -> new TableColumn(read.column(), read.ordinal(), of(read.variable())))
        .toList();
  }

  private List<SystemColumnRead> read(SystemTableScan scan) {
    return scan.read().stream()
        .map(read -> new SystemColumnRead(read.ordinal(), of(read.variable())))
        .toList();
  }

  private List<Assignment> assignments(Project project) {
    return project.assignments().stream()
        .map(assigned -> new Assignment(of(assigned.variable()), assigned.expression()))
        .toList();
  }

  private LogicalPlan aggregate(Aggregate aggregate) {
    List<GroupKey> keys =
        aggregate.keys().stream()
            .map(key -> new GroupKey(of(key.output()), of(key.input())))
            .toList();
    List<AggregateFunction> functions =
        aggregate.functions().stream()
            .map(
                function ->
                    new AggregateFunction(
                        of(function.output()),
                        function.function(),
                        function.arguments(),
                        function.distinct(),
                        function.filter(),
                        function.order()))
            .toList();
    return new Aggregate(aggregate.input(), keys, aggregate.groupingSets(), functions);
  }

  private LogicalPlan window(Window window) {
    List<WindowFunction> functions =
        window.functions().stream()
            .map(
                function ->
                    new WindowFunction(
                        of(function.output()),
                        function.function(),
                        function.arguments(),
                        function.filter()))
            .toList();
    return new Window(
        window.input(), window.partition(), window.order(), window.frame(), functions);
  }

  private LogicalPlan unnest(Unnest unnest) {
    List<SetFunction> functions =
        unnest.functions().stream()
            .map(function -> new SetFunction(function.call(), of(function.columns())))
            .toList();
    Variable ordinality = unnest.ordinality();
    return new Unnest(unnest.input(), functions, ordinality == null ? null : of(ordinality));
  }

  private LogicalPlan with(With with) {
    List<CommonTable> tables = new ArrayList<>();
    for (CommonTable table : with.tables()) {
      tables.add(new CommonTable(id(table.id()), table.name(), table.plan(), table.evaluation()));
    }
    return new With(tables, with.body());
  }
}

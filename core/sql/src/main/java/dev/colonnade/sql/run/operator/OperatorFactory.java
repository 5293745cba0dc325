package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.aggregate.HashAggregateOperator;
import dev.colonnade.sql.execute.aggregate.SortedAggregateOperator;
import dev.colonnade.sql.execute.modify.NamedRowsOperator;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.execute.parallel.GatherOperator;
import dev.colonnade.sql.execute.row.FilterOperator;
import dev.colonnade.sql.execute.row.IncrementalSortOperator;
import dev.colonnade.sql.execute.row.LimitOperator;
import dev.colonnade.sql.execute.row.ProjectOperator;
import dev.colonnade.sql.execute.row.RowsOperator;
import dev.colonnade.sql.execute.row.SortOperator;
import dev.colonnade.sql.execute.row.UnnestOperator;
import dev.colonnade.sql.execute.scan.SharedScan;
import dev.colonnade.sql.execute.scan.TableReads;
import dev.colonnade.sql.execute.scan.TableScanOperator;
import dev.colonnade.sql.execute.scan.ValuesOperator;
import dev.colonnade.sql.execute.scan.point.PointReadOperator;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.execute.window.WindowOperator;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.WindowPlan;
import dev.colonnade.sql.run.context.PlanStatistics;
import dev.colonnade.sql.run.context.QueryParameters;
import dev.colonnade.sql.run.context.StatementContext;
import dev.colonnade.sql.run.context.StatementExecution;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Factory of the operators of one execution. Every call makes a new tree, so that a part of a plan
 * can run several times. One thread.
 */
public final class OperatorFactory implements PlanOperators {
  private final SubqueryOperators subqueries;
  private final QueryContext query;
  private final TableReads reads;
  private final @Nullable PlanStatistics statistics;
  private final StatementExecution execution;
  private final NamedRows names;
  private final Supplier<QueryContext> workerContexts;
  private final RuntimeFilters filters = new RuntimeFilters();
  private @Nullable SystemTableRows systemRows;
  private @Nullable SetOperators sets;
  private @Nullable ModifyOperators modifications;

  private OperatorFactory(
      StatementExecution execution,
      SubqueryOperators subqueries,
      QueryContext query,
      Supplier<QueryContext> workerContexts,
      TableReads reads,
      NamedRows names) {
    this.subqueries = subqueries;
    this.query = requireNonNull(query, "query is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.names = requireNonNull(names, "names is null");
    this.statistics = execution.state().statistics();
    this.execution = execution;
    this.workerContexts = requireNonNull(workerContexts, "workerContexts is null");
  }

  /** Returns the factory of a statement with these parameters. */
  public static OperatorFactory of(StatementExecution execution, QueryParameters parameters) {
    return of(execution, parameters, new NamedRows());
  }

  /** Returns the factory of a part of a statement. */
  private static OperatorFactory of(
      StatementExecution execution, QueryParameters parameters, NamedRows names) {
    StatementContext context = execution.context();
    SubqueryOperators subqueries =
        new SubqueryOperators(
            execution.memory(),
            memory -> new SpillContext(memory, execution.spillSpace(), context.cancellation()));
    QueryContext query = query(execution, parameters, subqueries);
    OperatorFactory factory =
        new OperatorFactory(
            execution,
            subqueries,
            query,
            () -> query(execution, parameters, SubqueryExecutor.NONE),
            new TableReads(
                context.transaction(), query.evaluation(), context.services().usesIndexes()),
            names);
    subqueries.use(factory);
    return factory;
  }

  /** Returns a context for one thread. */
  private static QueryContext query(
      StatementExecution execution, QueryParameters parameters, SubqueryExecutor subqueries) {
    StatementContext context = execution.context();
    Evaluation evaluation =
        new Evaluation(parameters::held, context.services(), context.cancellation(), subqueries);
    return new QueryContext(
        evaluation, execution.memory(), execution.spillSpace(), NanoTicker.system());
  }

  @Override
  public Operator create(PhysicalPlan plan) {
    int workers = execution.state().parallel().workers(plan, execution.context().limits());
    Operator operator = workers > 1 ? parallel(plan, workers) : serial(plan);
    if (statistics != null) {
      operator.measureWith(statistics.of(plan));
    }
    return operator;
  }

  private Operator parallel(PhysicalPlan plan, int workers) {
    ParallelOperators parallel =
        new ParallelOperators(
            this,
            query,
            workerContexts,
            reads,
            statistics,
            execution.context().resources().workers(),
            filters);
    return plan instanceof AggregatePlan.HashAggregate aggregate
        ? new HashAggregateOperator(
            query, parallel.pipeline(aggregate.input(), workers, true), aggregate)
        : new GatherOperator(query, parallel.pipeline(plan, workers, false));
  }

  private Operator serial(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan scan -> scan(scan);
      case RowPlan row -> row(row);
      case JoinPlan join -> new JoinOperators(this, query, reads, filters).create(join);
      case AggregatePlan.HashAggregate aggregate ->
          new HashAggregateOperator(query, create(aggregate.input()), aggregate);
      case AggregatePlan.SortedAggregate aggregate ->
          new SortedAggregateOperator(query, create(aggregate.input()), aggregate);
      case WindowPlan window -> new WindowOperator(query, create(window.input()), window);
      case SetPlan set -> sets().create(set);
      case ModifyPlan modify -> modifications().create(modify);
    };
  }

  private SystemTableRows systemRows() {
    SystemTableRows present = systemRows;
    if (present == null) {
      present = new SystemTableRows(query.evaluation());
      systemRows = present;
    }
    return present;
  }

  private SetOperators sets() {
    SetOperators present = sets;
    if (present == null) {
      present = new SetOperators(this, query);
      sets = present;
    }
    return present;
  }

  private ModifyOperators modifications() {
    ModifyOperators present = modifications;
    if (present == null) {
      StatementParts parts =
          new StatementParts(
              execution.context().parameters(),
              names,
              parameters -> of(execution, parameters, names));
      present = new ModifyOperators(this, query, execution.context(), parts);
      modifications = present;
    }
    return present;
  }

  private Operator scan(ScanPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan ->
          scan.point() == null
              ? new TableScanOperator(query, new SharedScan(scan, reads, filters.of(scan)), true)
              : new PointReadOperator(query, scan, reads, execution.state().layouts());
      case ScanPlan.SystemScan scan -> new RowsOperator(query, systemRows().of(scan), scan.types());
      case ScanPlan.NamedRowsScan scan -> new NamedRowsOperator(query, scan, names);
      case ScanPlan.CteScan scan -> sets().cte(scan);
      case ScanPlan.WorkingTableScan scan -> sets().workingTable(scan);
      case ScanPlan.Values values -> new ValuesOperator(query, values);
    };
  }

  private Operator row(RowPlan plan) {
    if (plan instanceof RowPlan.Filter(ScanPlan.SystemScan scan, Expression predicate, _)) {
      systemRows().restrict(scan, predicate);
    }
    Operator input = create(plan.input());
    return switch (plan) {
      case RowPlan.Filter filter -> new FilterOperator(query, input, filter.predicate());
      case RowPlan.Project project -> new ProjectOperator(query, input, project.expressions());
      case RowPlan.Sort sort ->
          sort.presortedKeys() > 0
              ? new IncrementalSortOperator(query, input, sort)
              : new SortOperator(query, input, sort);
      case RowPlan.Limit limit -> new LimitOperator(query, input, limit);
      case RowPlan.Unnest unnest -> new UnnestOperator(query, input, unnest);
    };
  }

  @Override
  public void close() {
    try {
      if (sets != null) {
        sets.close();
      }
    } finally {
      subqueries.close();
      if (modifications != null) {
        modifications.close();
      }
    }
  }
}

package dev.colonnade.sql.frontend.explain;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sql.explain.Explanation;
import dev.colonnade.sql.explain.PlanDisplay;
import dev.colonnade.sql.explain.QueryTimes;
import dev.colonnade.sql.explain.StatisticsSource;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.frontend.statement.PlanEffect;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.run.context.PlanStatistics;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BatchSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of a statement of data: its physical plan; with ANALYZE it runs. */
public final class ExplainPlan implements PreparedStatement {
  private final DataPlan plan;
  private final RunnableQuery query;
  private final PlanDisplay display;
  private final NanoTicker ticker;
  private final long planningNanos;
  private final List<SqlColumn> columns;

  private ExplainPlan(DataPlan plan, PlanDisplay display, NanoTicker ticker, long planningNanos) {
    this.plan = requireNonNull(plan, "plan is null");
    this.query = new RunnableQuery(plan.part());
    this.display = requireNonNull(display, "display is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.planningNanos = planningNanos;
    SqlType type =
        SqlType.of(display.format() == ExplainFormat.JSON ? TypeKind.JSON : TypeKind.TEXT);
    this.columns = List.of(new SqlColumn("QUERY PLAN", type));
  }

  /**
   * Returns the explanation of a statement.
   *
   * @param planned plans the statement
   */
  public static ExplainPlan of(List<Option> options, Supplier<DataPlan> planned) {
    PlanDisplay display = ExplainOptions.displayOf(options);
    NanoTicker ticker = NanoTicker.system();
    long start = ticker.nanos();
    DataPlan plan = planned.get();
    return new ExplainPlan(plan, display, ticker, ticker.nanos() - start);
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public List<SqlType> parameterTypes() {
    return plan.parameterTypes();
  }

  @Override
  public Effect effect() {
    return display.analyze() ? PlanEffect.of(plan.physical()) : Effect.READS;
  }

  @Override
  public StatementResult run(Execution execution) {
    plan.analyzed()
        .privileges()
        .require(execution.transaction().names(), execution.transaction().catalog());
    PlanStatistics statistics = display.analyze() ? new PlanStatistics() : null;
    long start = ticker.nanos();
    if (statistics != null) {
      drain(execution, statistics);
    }
    QueryTimes times = new QueryTimes(planningNanos, ticker.nanos() - start);
    StatisticsSource source = statistics == null ? StatisticsSource.NONE : statistics::find;
    Explanation explanation =
        new Explanation(display, source, id -> schemaName(execution.transaction().catalog(), id));
    List<@Nullable Object[]> rows = new ArrayList<>();
    explanation.lines(query.plan(), times).forEach(line -> rows.add(new Object[] {line}));
    return StatementResult.rows("EXPLAIN", columns, rows);
  }

  private static String schemaName(CatalogSnapshot catalog, int id) {
    SchemaEntry schema = catalog.findSchema(id);
    return schema == null ? Integer.toString(id) : schema.name();
  }

  private void drain(Execution execution, PlanStatistics statistics) {
    try (InternalRows rows =
        query.run(StatementContexts.of(execution, plan.parameterTypes().size()), statistics)) {
      BatchSource batches = rows.batches();
      while (batches.next() != null) {
        execution.cancellation().check();
      }
    }
  }
}

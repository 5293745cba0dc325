package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sql.explain.Explanation;
import dev.colonnade.sql.explain.PlanDisplay;
import dev.colonnade.sql.explain.QueryTimes;
import dev.colonnade.sql.explain.StatisticsSource;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.parse.ExplainOptions;
import dev.colonnade.sql.parse.SqlExplainQuery;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.run.context.PlanStatistics;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BatchSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of a query or of a change of rows: its physical plan; with ANALYZE it runs. */
final class ExplainStatement implements PreparedStatement {
  private final RunnableQuery query;
  private final List<SqlType> parameterTypes;
  private final ExplainOptions options;
  private final long planningNanos;
  private final NanoTicker ticker;
  private final List<SqlColumn> columns;

  private ExplainStatement(
      StatementPart part,
      List<SqlType> parameterTypes,
      ExplainOptions options,
      long planningNanos,
      NanoTicker ticker) {
    this.query = new RunnableQuery(part);
    this.parameterTypes = List.copyOf(parameterTypes);
    this.options = requireNonNull(options, "options is null");
    this.planningNanos = planningNanos;
    this.ticker = requireNonNull(ticker, "ticker is null");
    SqlType type =
        SqlType.of(options.format() == ExplainFormat.JSON ? TypeKind.JSON : TypeKind.TEXT);
    this.columns = List.of(new SqlColumn("QUERY PLAN", type));
  }

  static PreparedStatement prepare(SqlExplainQuery node, StatementQueries queries) {
    NanoTicker ticker = NanoTicker.system();
    long start = ticker.nanos();
    PlannedChange change = ChangePlanner.find(node.query(), queries);
    if (change != null) {
      return new ExplainStatement(
          change.part(), change.parameterTypes(), node.options(), ticker.nanos() - start, ticker);
    }
    PlannedQuery planned = queries.plan(node.query());
    return new ExplainStatement(
        new StatementPart(planned.physical(), planned.parameterTypes()),
        planned.parameterTypes(),
        node.options(),
        ticker.nanos() - start,
        ticker);
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public List<SqlType> parameterTypes() {
    return parameterTypes;
  }

  @Override
  public Effect effect() {
    return options.analyze() && query.plan() instanceof ModifyPlan ? Effect.WRITES : Effect.READS;
  }

  @Override
  public StatementResult run(Execution execution) {
    PlanStatistics statistics = options.analyze() ? new PlanStatistics() : null;
    long start = ticker.nanos();
    if (statistics != null) {
      drain(execution, statistics);
    }
    QueryTimes times = new QueryTimes(planningNanos, ticker.nanos() - start);
    StatisticsSource source = statistics == null ? StatisticsSource.NONE : statistics::find;
    Explanation explanation =
        new Explanation(display(), source, id -> schemaName(execution.transaction().catalog(), id));
    List<@Nullable Object[]> rows = new ArrayList<>();
    explanation.lines(query.plan(), times).forEach(line -> rows.add(new Object[] {line}));
    return StatementResult.rows("EXPLAIN", columns, rows);
  }

  private PlanDisplay display() {
    return new PlanDisplay(
        options.analyze(),
        options.verbose(),
        options.costs(),
        options.buffers(),
        options.timing(),
        options.summary(),
        options.format());
  }

  private static String schemaName(CatalogSnapshot catalog, int id) {
    SchemaEntry schema = catalog.findSchema(id);
    return schema == null ? Integer.toString(id) : schema.name();
  }

  private void drain(Execution execution, PlanStatistics statistics) {
    try (InternalRows rows =
        query.run(StatementContexts.of(execution, parameterTypes.size()), statistics)) {
      BatchSource batches = rows.batches();
      while (batches.next() != null) {
        execution.cancellation().check();
      }
    }
  }
}

package dev.colonnade.sql.statement;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.explain.format.ExplainFormat;
import dev.colonnade.sql.parse.ExplainOptions;
import dev.colonnade.sql.profile.ExplainDisplay;
import dev.colonnade.sql.profile.PlanJson;
import dev.colonnade.sql.profile.PlanNode;
import dev.colonnade.sql.profile.PlanProfile;
import dev.colonnade.sql.profile.PlanText;
import dev.colonnade.sql.profile.PlanTimes;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.MeasuredQuery;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BatchSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of a query: its operators, one a row, or all of them as JSON; with ANALYZE it runs. */
final class ExplainStatement implements PreparedStatement {
  private final QueryStatement query;
  private final MeasuredQuery measured;
  private final ExplainOptions options;
  private final long planningNanos;
  private final NanoTicker ticker;
  private final List<SqlColumn> columns;

  /**
   * An explanation.
   *
   * @param query runs what is measured
   */
  ExplainStatement(
      QueryStatement query,
      MeasuredQuery measured,
      ExplainOptions options,
      long planningNanos,
      NanoTicker ticker) {
    if (options.format() == ExplainFormat.XML || options.format() == ExplainFormat.YAML) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "EXPLAIN has no such format here: format=" + options.format());
    }
    this.query = query;
    this.measured = measured;
    this.options = options;
    this.planningNanos = planningNanos;
    this.ticker = ticker;
    SqlType type =
        SqlType.of(options.format() == ExplainFormat.JSON ? TypeKind.JSON : TypeKind.TEXT);
    this.columns = List.of(new SqlColumn("QUERY PLAN", type));
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public List<SqlType> parameterTypes() {
    return query.parameterTypes();
  }

  @Override
  public StatementResult run(Execution execution) {
    PlanProfile profile = options.analyze() ? new PlanProfile(ticker) : null;
    long start = ticker.nanos();
    if (profile != null) {
      drain(execution, profile);
    }
    PlanTimes times = new PlanTimes(planningNanos, ticker.nanos() - start);
    PlanNode plan = measured.plan(profile);
    ExplainDisplay display =
        new ExplainDisplay(
            options.analyze(),
            options.verbose(),
            options.costs() && !options.isPlain(),
            options.buffers(),
            options.timing(),
            options.summary());
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (options.format() == ExplainFormat.JSON) {
      rows.add(new Object[] {PlanJson.of(plan, display, times)});
    } else {
      PlanText.lines(plan, display, times).forEach(line -> rows.add(new Object[] {line}));
    }
    return StatementResult.rows("EXPLAIN", columns, rows);
  }

  private void drain(Execution execution, PlanProfile profile) {
    try (InternalRows rows = query.open(execution, profile)) {
      BatchSource batches = rows.batches();
      if (batches == null) {
        while (rows.next() != null) {
          execution.cancellation().check();
        }
      } else {
        while (batches.next() != null) {
          execution.cancellation().check();
        }
      }
    }
  }
}

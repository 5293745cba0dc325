package dev.colonnade.sql;

import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.analyze.table.RowExpressions;
import dev.colonnade.sql.frontend.PlanCacheStatistics;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.sql.monitor.StatementMonitor;
import dev.colonnade.sql.monitor.StatementTracing;
import dev.colonnade.sql.prepared.StatementCache;
import dev.colonnade.sql.registry.Registry;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.trace.Tracer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Shared state of all SQL sessions: the planner and the caches of texts and plans. Thread-safe. */
public final class SqlEngine {
  private final RowExpressions conditions = new RowExpressions(Registry.ofSystem());
  private final StatementCache statements = new StatementCache();
  private final StatementStatistics statementStatistics = new StatementStatistics();

  /** Tracer of statements; null if they are not traced. Written before the ports open. */
  private volatile @Nullable Tracer tracer;

  /** Returns the compiler of expressions on rows, for components that maintain indexes. */
  public RowExpressionCompiler conditions() {
    return conditions;
  }

  /**
   * Variant of {@link #conditions()} for the rows of a session.
   *
   * @param clockMicros microseconds since 1970-01-01 00:00 UTC
   */
  public RowExpressionCompiler conditions(SessionSettings settings, LongSupplier clockMicros) {
    return conditions.in(() -> TimeZones.named(settings.show("timezone")), clockMicros);
  }

  /** Returns the counters of the plan cache. */
  public PlanCacheStatistics planCache() {
    return statements.statistics();
  }

  /** Returns the statistics of the statements of all sessions. */
  public StatementStatistics statementStatistics() {
    return statementStatistics;
  }

  /** Traces the statements of new sessions. */
  public void traceWith(Tracer newTracer) {
    tracer = newTracer;
  }

  /** Returns the tracer; null if statements are not traced. */
  public @Nullable Tracer tracer() {
    return tracer;
  }

  /**
   * Returns a session that runs in {@code context}, with settings that it shares with the engine.
   */
  public SqlSession session(SqlSessionContext context, SessionSettings settings) {
    return new SqlSession(
        statements,
        context,
        settings,
        new StatementMonitor(context, settings, statementStatistics),
        new StatementTracing(tracer, context, settings));
  }
}

package dev.colonnade.sql.monitor;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.SqlSessionContext;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.activity.StatementExecution;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.sql.setting.SettingValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measurement of the statements of one session, for the statistics of all and for the log of slow
 * statements. Statements that fail are not counted. One thread.
 */
public final class StatementMonitor {
  private static final SettingValue<Boolean> IS_TRACKED =
      SettingValue.of(settings -> !settings.show("pg_stat_statements.track").equals("none"));

  private final SqlSessionContext context;
  private final SessionSettings settings;
  private final StatementStatistics statistics;
  private final SlowStatementLog slow;

  public StatementMonitor(
      SqlSessionContext context, SessionSettings settings, StatementStatistics statistics) {
    this.settings = requireNonNull(settings, "settings is null");
    this.context = requireNonNull(context, "context is null");
    this.statistics = requireNonNull(statistics, "statistics is null");
    this.slow = new SlowStatementLog(context, settings);
  }

  private boolean isTracked() {
    return settings.get(IS_TRACKED);
  }

  /** Starts the measurement of an execution. */
  public Measurement begin(SqlPrepared prepared, List<@Nullable Object> parameters) {
    return new Measurement(prepared.measured(), parameters);
  }

  /** Measurement of one execution. The time between reads of its rows does not count. */
  public final class Measurement implements SqlResult.Completion {
    private final SqlPrepared prepared;
    private final List<@Nullable Object> parameters;
    private final long startNanos;
    private final long planningBefore;
    private final long spilledBefore;
    private final long retriesBefore;
    private long executionNanos;

    Measurement(SqlPrepared prepared, List<@Nullable Object> parameters) {
      SessionActivity activity = context.activity();
      this.prepared = prepared;
      this.parameters = parameters;
      this.planningBefore = prepared.planningNanos();
      this.spilledBefore = activity.spilledBytes();
      this.retriesBefore = activity.retries();
      this.startNanos = context.nanos();
    }

    /**
     * Ends the measured part of the execution before its rows are read; the rest ends with the
     * result.
     *
     * @return the result
     */
    public SqlResult executed(SqlResult result) {
      if (isTracked() || slow.isOn()) {
        executionNanos = elapsed();
        result.onCompletion(this);
      }
      return result;
    }

    @Override
    public void completed(SqlResult result) {
      add(1, executionNanos + result.readNanos(), result.rowCount());
    }

    /** Ends the measurement of executions that have no result to read. */
    public void ended(long calls, long rowCount) {
      add(calls, elapsed(), rowCount);
    }

    /** Returns the time since the start without that of planning. */
    private long elapsed() {
      return Math.max(
          0, context.nanos() - startNanos - (prepared.planningNanos() - planningBefore));
    }

    private void add(long calls, long nanos, long rowCount) {
      if (slow.isOn()) {
        slow.executed(prepared, parameters, nanos + prepared.planningNanos(), rowCount);
      }
      if (!isTracked()) {
        return;
      }
      SessionActivity activity = context.activity();
      statistics.add(
          context.roleId(),
          activity.databaseId(),
          prepared.text().shape(),
          new StatementExecution(
              calls,
              nanos,
              rowCount,
              prepared.planCount(),
              prepared.planningNanos(),
              activity.spilledBytes() - spilledBefore,
              activity.retries() - retriesBefore));
      prepared.clearPlanning();
    }
  }
}

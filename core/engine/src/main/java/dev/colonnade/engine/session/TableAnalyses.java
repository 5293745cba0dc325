package dev.colonnade.engine.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.TableMetrics.AnalyzeActivity;
import dev.colonnade.sql.access.TableMetrics.AnalyzeActivity.Runs;
import dev.colonnade.storage.range.TableChanges;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Record of the analyses of tables since the database was opened, and of the rows that were changed
 * since the last one of each. Thread-safe.
 */
public final class TableAnalyses {
  private static final ScopedValue<Boolean> AUTOMATIC = ScopedValue.newInstance();

  private final TableChanges changes;
  private final LongSupplier epochMicros;
  private final ConcurrentHashMap<Integer, Analyses> byTable = new ConcurrentHashMap<>();

  /** Limits of the running task; null while there is none. */
  private volatile @Nullable AnalyzeLimits limits;

  private final LongAdder automaticCount = new LongAdder();
  private final LongAdder automaticFailures = new LongAdder();
  private final LongAdder automaticNanos = new LongAdder();

  /** Analyses of one table. */
  private record Analyses(long changedRows, Runs manual, Runs automatic) {
    static final Analyses NONE = new Analyses(0, Runs.NONE, Runs.NONE);
  }

  /**
   * Creates a record without analyses.
   *
   * @param epochMicros time in microseconds since 1970-01-01 00:00 UTC
   */
  public TableAnalyses(TableChanges changes, LongSupplier epochMicros) {
    this.changes = requireNonNull(changes, "changes is null");
    this.epochMicros = requireNonNull(epochMicros, "epochMicros is null");
  }

  /** Returns the analyses of a table. */
  AnalyzeActivity of(int tableId) {
    Analyses known = byTable.getOrDefault(tableId, Analyses.NONE);
    long changedRows = Math.max(0, changes.of(tableId) - known.changedRows);
    return new AnalyzeActivity(changedRows, known.manual, known.automatic);
  }

  /** Adds an analysis of a table, after which no changed rows count. */
  void completed(int tableId) {
    long micros = epochMicros.getAsLong();
    boolean isAutomatic = AUTOMATIC.isBound();
    byTable.compute(
        tableId,
        (_, present) -> {
          Analyses before = present == null ? Analyses.NONE : present;
          return new Analyses(
              changes.of(tableId),
              isAutomatic ? before.manual : before.manual.plus(micros),
              isAutomatic ? before.automatic.plus(micros) : before.automatic);
        });
  }

  /** Records that automatic ANALYZE runs, with these limits. */
  public void startAutomatic(AnalyzeLimits limits) {
    this.limits = requireNonNull(limits, "limits is null");
  }

  /** Records that automatic ANALYZE does not run. */
  public void stopAutomatic() {
    limits = null;
  }

  /** Returns the limits of automatic ANALYZE; null if it does not run. */
  public @Nullable AnalyzeLimits automaticLimits() {
    return limits;
  }

  /** Adds an automatic analysis to the totals. */
  public void endedAutomatic(long nanos, boolean isCompleted) {
    (isCompleted ? automaticCount : automaticFailures).increment();
    automaticNanos.add(nanos);
  }

  /** Returns the number of automatic analyses that completed. */
  public long automaticCount() {
    return automaticCount.sum();
  }

  /** Returns the number of automatic analyses that failed. */
  public long automaticFailures() {
    return automaticFailures.sum();
  }

  /** Returns the time of all automatic analyses. */
  public long automaticNanos() {
    return automaticNanos.sum();
  }

  /** Calls an action whose analyses count as automatic. */
  public static <T> T automatically(Callable<T> action) throws Exception {
    return ScopedValue.where(AUTOMATIC, true).call(action::call);
  }
}

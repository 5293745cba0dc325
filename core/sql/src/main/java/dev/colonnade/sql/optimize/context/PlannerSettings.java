package dev.colonnade.sql.optimize.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.datetime.InputContext;
import java.util.Set;

/**
 * Settings of a session that decide plans: PostgreSQL's {@code enable_*}, {@code row_security}, and
 * those that decide the meaning of literals.
 *
 * @param disabled algorithms that are planned only where no other one is possible
 * @param isRowSecurityOn whether policies of row-level security filter rows; otherwise a statement
 *     that they would affect is an error
 * @param input settings by which literals of dates, times and intervals are read
 */
public record PlannerSettings(
    Set<Algorithm> disabled, boolean isRowSecurityOn, InputContext.Settings input) {
  /** All algorithms are enabled. */
  public static final PlannerSettings DEFAULT =
      new PlannerSettings(Set.of(), true, InputContext.Settings.DEFAULT);

  /** Cost of a disabled algorithm, in nanoseconds: PostgreSQL's {@code disable_cost}. */
  private static final double DISABLED_NANOS = 1e13;

  public PlannerSettings {
    disabled = Set.copyOf(disabled);
    requireNonNull(input, "input is null");
  }

  /** Algorithms that a setting disables. */
  public enum Algorithm {
    HASH_AGGREGATE("enable_hashagg"),
    HASH_JOIN("enable_hashjoin"),
    /** Access by keys of indexes. The primary key is always searched. */
    INDEX_SCAN("enable_indexscan"),
    MERGE_JOIN("enable_mergejoin"),
    /** Joins by lookups, and comparisons of all pairs. */
    NESTED_LOOP("enable_nestloop"),
    SEQUENTIAL_SCAN("enable_seqscan"),
    SORT("enable_sort");

    private final String setting;

    Algorithm(String setting) {
      this.setting = setting;
    }

    /** Returns the name of the setting. */
    public String setting() {
      return setting;
    }
  }

  /** Returns the cost that is added to that of an algorithm, in nanoseconds. */
  public double penalty(Algorithm algorithm) {
    return isEnabled(algorithm) ? 0 : DISABLED_NANOS;
  }

  /** Returns whether an algorithm is enabled. */
  public boolean isEnabled(Algorithm algorithm) {
    return disabled.isEmpty() || !disabled.contains(algorithm);
  }
}

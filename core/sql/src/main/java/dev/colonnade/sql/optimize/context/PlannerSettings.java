package dev.colonnade.sql.optimize.context;

import java.util.Set;

/**
 * Settings of a session that decide plans: PostgreSQL's {@code enable_*} and {@code row_security}.
 *
 * @param disabled algorithms that are planned only where no other one is possible
 * @param isRowSecurityOn whether policies of row-level security filter rows; otherwise a statement
 *     that they would affect is an error
 */
public record PlannerSettings(Set<Algorithm> disabled, boolean isRowSecurityOn) {
  /** All algorithms are enabled. */
  public static final PlannerSettings DEFAULT = new PlannerSettings(Set.of(), true);

  /** Cost of a disabled algorithm, in nanoseconds: PostgreSQL's {@code disable_cost}. */
  private static final double DISABLED_NANOS = 1e13;

  public PlannerSettings {
    disabled = Set.copyOf(disabled);
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

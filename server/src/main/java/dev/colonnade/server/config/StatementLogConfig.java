package dev.colonnade.server.config;

import java.time.Duration;
import java.util.Map;

/**
 * Configuration of the log of statements.
 *
 * @param durationMillisMin least duration of a logged statement; 0 for all, -1 for none. Sessions
 *     can change it
 */
public record StatementLogConfig(int durationMillisMin) {
  /** No statement is logged. */
  public static final StatementLogConfig DEFAULT = new StatementLogConfig(-1);

  public StatementLogConfig {
    Bounds.check("durationMillisMin", durationMillisMin, -1, Integer.MAX_VALUE);
  }

  /** Returns the initial values of settings of sessions. */
  public Map<String, Duration> sessionDefaults() {
    return durationMillisMin < 0
        ? Map.of()
        : Map.of("log_min_duration_statement", Duration.ofMillis(durationMillisMin));
  }
}

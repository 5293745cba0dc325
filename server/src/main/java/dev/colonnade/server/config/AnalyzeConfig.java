package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.session.AnalyzeLimits;
import java.time.Duration;

/**
 * Configuration of automatic ANALYZE.
 *
 * @param isAutomatic whether the server analyzes tables by itself; default true
 * @param limits when it does
 */
public record AnalyzeConfig(boolean isAutomatic, AnalyzeLimits limits) {
  public static final int SCALE_PERCENT_MAX = 10_000;
  public static final Duration INTERVAL_MIN = Duration.ofMillis(10);
  public static final Duration INTERVAL_MAX = Duration.ofDays(24);

  public static final AnalyzeConfig DEFAULT = new AnalyzeConfig(true, AnalyzeLimits.DEFAULT);

  public AnalyzeConfig {
    requireNonNull(limits, "limits is null");
    Bounds.check("threshold", limits.changedRowsMin(), 0, Integer.MAX_VALUE);
    Bounds.check("scalePercent", limits.scalePercent(), 0, SCALE_PERCENT_MAX);
    Bounds.check("interval", limits.interval(), INTERVAL_MIN, INTERVAL_MAX);
  }
}

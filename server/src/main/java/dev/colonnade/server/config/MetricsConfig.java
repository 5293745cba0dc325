package dev.colonnade.server.config;

/**
 * Configuration of metrics.
 *
 * @param sequencesMax number of sequences with their own metrics; all further sequences share one
 *     series; default {@value #SEQUENCES_DEFAULT}
 */
public record MetricsConfig(int sequencesMax) {
  public static final int SEQUENCES_DEFAULT = 100;
  public static final int SEQUENCES_MAX = 10_000;

  public static final MetricsConfig DEFAULT = new MetricsConfig(SEQUENCES_DEFAULT);

  public MetricsConfig {
    Bounds.check("sequencesMax", sequencesMax, 0, SEQUENCES_MAX);
  }
}

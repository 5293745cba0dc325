package dev.colonnade.server.config;

/**
 * What is measured.
 *
 * @param sequencesMax sequences that have metrics of their own, all others together being one;
 *     default {@value #SEQUENCES_DEFAULT}
 */
public record MetricsConfig(int sequencesMax) {
  public static final int SEQUENCES_DEFAULT = 100;
  public static final int SEQUENCES_MAX = 10_000;

  public static final MetricsConfig DEFAULT = new MetricsConfig(SEQUENCES_DEFAULT);

  public MetricsConfig {
    Bounds.check("sequencesMax", sequencesMax, 0, SEQUENCES_MAX);
  }
}

package dev.colonnade.bench.analytics;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.local.MetricsClient;
import dev.colonnade.bench.local.MetricsPage;
import java.io.IOException;
import java.net.URI;

/** Space of rows and of column segments, by a server's metrics. */
final class SpaceMetrics {
  private static final String SEGMENTS = "colonnade_column_segment_bytes";
  private static final String ROWS = "colonnade_live_bytes";
  private static final long INTERVAL_MILLIS = 1000;
  private static final int STABLE_SAMPLES = 10;
  private static final int SAMPLES_MAX = 300;

  private SpaceMetrics() {}

  /**
   * Waits until no segment was written for ten seconds (a block is written when it has been
   * unchanged for five), at most five minutes, and adds the space to the log.
   */
  static void await(URI server, MeasurementLog log) throws IOException, InterruptedException {
    try (MetricsClient client = new MetricsClient(server)) {
      double last = -1;
      int equal = 0;
      for (int i = 0; i < SAMPLES_MAX && equal < STABLE_SAMPLES; i++) {
        double bytes = value(client.read(), SEGMENTS);
        equal = bytes == last ? equal + 1 : 0;
        last = bytes;
        Thread.sleep(INTERVAL_MILLIS);
      }
      double rows = value(client.read(), ROWS);
      log.add("analytics.space.rows", rows, MeasurementLog.BYTES);
      log.add("analytics.space.segments", last, MeasurementLog.BYTES);
      log.add("analytics.space.ratio", (rows + last) / rows, MeasurementLog.RATIO);
    }
  }

  private static double value(MetricsPage page, String name) throws IOException {
    return page.total(name).orElseThrow(() -> new IOException("no metric: name=" + name));
  }
}

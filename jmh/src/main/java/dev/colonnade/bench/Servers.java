package dev.colonnade.bench;

import java.io.IOException;
import java.util.Map;

/** Where a campaign gets its servers. */
public interface Servers {
  /**
   * Measures a workload on a server of its own with a fresh store, or on the one that was named on
   * the command line, as it is.
   *
   * @param settings of a server of its own, by their keys: {@code split.concurrency}
   */
  void use(Map<String, String> settings, Workload body) throws IOException, InterruptedException;
}

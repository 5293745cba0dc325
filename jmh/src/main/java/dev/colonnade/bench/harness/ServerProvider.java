package dev.colonnade.bench.harness;

import java.io.IOException;
import java.util.Map;

/** Provider of the servers of a {@link MultiServerWorkload}. */
public interface ServerProvider {
  /**
   * Runs a workload on a new temporary server with an empty store, or on the unmodified server of
   * {@code --url}.
   *
   * @param settings settings of the temporary server by their keys, such as {@code
   *     split.concurrency}; ignored with {@code --url}
   */
  void use(Map<String, String> settings, Workload body) throws IOException, InterruptedException;
}

package dev.colonnade.server.admin;

import dev.colonnade.engine.Database;
import dev.colonnade.server.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** View of the server for its pages and metrics. Thread-safe. */
public interface AdminView {
  ServerPhase phase();

    ServerFacts info();

  /** Returns the current settings and their origins. */
  List<Setting> settings();

  Database database();

  /** Returns the queue length of each thread pool, by the name of the pool. */
  Map<String, IntSupplier> requestQueues();

  /** Returns the time since the server was started, in nanoseconds. */
  long uptimeNanos();
}

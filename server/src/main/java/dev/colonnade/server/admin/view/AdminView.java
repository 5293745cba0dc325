package dev.colonnade.server.admin.view;

import dev.colonnade.engine.Database;
import dev.colonnade.server.config.load.ResolvedSetting;
import dev.colonnade.storage.cluster.ClusterStatus;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** View of the server for its pages and metrics. Thread-safe. */
public interface AdminView {
  ServerPhase phase();

  ServerInfo info();

  /** Returns the current settings and their origins. */
  List<ResolvedSetting> settings();

  Database database();

  /** Returns the state of this member of a cluster; null if the server is not one. */
  @Nullable ClusterStatus cluster();

  /** Returns the queue length of each thread pool, by the name of the pool. */
  Map<String, IntSupplier> requestQueues();

  /** Returns the time since the server was started, in nanoseconds. */
  long uptimeNanos();
}

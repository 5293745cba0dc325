package dev.colonnade.server.admin;

import dev.colonnade.engine.Database;
import dev.colonnade.server.config.Setting;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/** The server, as its pages and metrics look at it. Any thread may ask at any time. */
public interface AdminView {
  ServerPhase phase();

  ServerFacts facts();

  /** The settings as they are at this moment, and where they come from. */
  List<Setting> settings();

  Database database();

  /** How many requests wait for a thread, by the pool of threads that they wait for. */
  Map<String, IntSupplier> requestQueues();

  /** Nanoseconds since the server was started. */
  long uptimeNanos();
}

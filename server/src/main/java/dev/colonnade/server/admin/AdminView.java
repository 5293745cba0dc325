package dev.colonnade.server.admin;

import dev.colonnade.engine.Database;
import java.util.Map;
import java.util.function.IntSupplier;

/** The server, as its pages and metrics look at it. Any thread may ask at any time. */
public interface AdminView {
  ServerPhase phase();

  ServerFacts facts();

  Database database();

  /** How many requests wait for a thread, by the pool of threads that they wait for. */
  Map<String, IntSupplier> requestQueues();

  /** Nanoseconds since the server was started. */
  long uptimeNanos();
}

package dev.colonnade.server.admin;

import dev.colonnade.engine.Database;

/** The server, as its pages and metrics look at it. Any thread may ask at any time. */
public interface AdminView {
  ServerPhase phase();

  ServerFacts facts();

  Database database();

  /** Requests that wait for a thread. */
  int requestsQueued();

  /** Requests that have a thread of the pool. */
  int requestsRunning();

  /** Nanoseconds since the server was started. */
  long uptimeNanos();
}

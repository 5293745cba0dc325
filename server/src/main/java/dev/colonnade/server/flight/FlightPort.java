package dev.colonnade.server.flight;

import java.net.InetSocketAddress;
import java.time.Duration;

/** Listening port of Arrow Flight SQL. Thread-safe. */
public interface FlightPort extends AutoCloseable {
  /** Returns the bound address. */
  InetSocketAddress address();

  /** Returns the current number of sessions. */
  int sessionCount();

  /** Refuses new calls, and waits up to {@code timeout} for those in progress. */
  void drain(Duration timeout);

  /**
   * Cancels all statements, ends the sessions and the threads. Idempotent.
   *
   * @throws IllegalStateException if statements still run after the time limit
   */
  @Override
  void close();
}

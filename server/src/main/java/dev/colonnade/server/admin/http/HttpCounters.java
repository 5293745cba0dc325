package dev.colonnade.server.admin.http;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counters of an HTTP port. Written by its event loop, read by any thread. */
final class HttpCounters {
  private final AtomicInteger openConnections = new AtomicInteger();
  private final LongAdder refusedConnections = new LongAdder();
  private final LongAdder timedOutConnections = new LongAdder();
  private final LongAdder requests = new LongAdder();

  void opened() {
    openConnections.incrementAndGet();
  }

  /** Counts a connection that was closed for a new one. */
  void replaced() {
    refusedConnections.increment();
  }

  void closed() {
    openConnections.decrementAndGet();
  }

  void timedOut() {
    timedOutConnections.increment();
  }

  void answered() {
    requests.increment();
  }

  HttpStatistics statistics() {
    return new HttpStatistics(
        openConnections.get(), refusedConnections.sum(), timedOutConnections.sum(), requests.sum());
  }
}

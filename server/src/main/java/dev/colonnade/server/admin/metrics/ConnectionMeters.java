package dev.colonnade.server.admin.metrics;

import dev.colonnade.server.net.observer.ConnectionObserver;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.LongAdder;

/** Meters of the connections of one protocol. */
final class ConnectionMeters implements ConnectionObserver {
  private final LongAdder open = new LongAdder();
  private final LongAdder opened;
  private final LongAdder refused;
  private final LongAdder received;
  private final LongAdder sent;

  /**
   * Registers the meters of one port.
   *
   * @param prefix prefix of their names
   */
  ConnectionMeters(MeterRegistry registry, String prefix) {
    Gauge.builder(prefix + ".connections", open, LongAdder::sum)
        .description("Open connections")
        .strongReference(true)
        .register(registry);
    opened = counter(registry, prefix + ".connections.opened", "Accepted connections");
    refused =
        counter(
            registry,
            prefix + ".connections.refused",
            "Connections rejected at the connection limit");
    received = counter(registry, prefix + ".received.bytes", "Bytes read from sockets");
    sent = counter(registry, prefix + ".sent.bytes", "Bytes passed to sockets");
  }

  @Override
  public void opened() {
    open.increment();
    opened.increment();
  }

  @Override
  public void closed() {
    open.decrement();
  }

  @Override
  public void refused() {
    refused.increment();
  }

  @Override
  public void received(long bytes) {
    received.add(bytes);
  }

  @Override
  public void sent(long bytes) {
    sent.add(bytes);
  }

  /** Returns a registered counter. The registry references it weakly: the caller must retain it. */
  private static LongAdder counter(MeterRegistry registry, String name, String description) {
    LongAdder count = new LongAdder();
    FunctionCounter.builder(name, count, LongAdder::sum)
        .description(description)
        .register(registry);
    return count;
  }
}

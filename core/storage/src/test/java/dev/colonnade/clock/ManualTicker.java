package dev.colonnade.clock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A ticker that stands still until it is told otherwise. */
public final class ManualTicker implements NanoTicker {
  private final AtomicLong nanos = new AtomicLong(1_000);

  @Override
  public long nanos() {
    return nanos.get();
  }

  /** Moves the time forward. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}

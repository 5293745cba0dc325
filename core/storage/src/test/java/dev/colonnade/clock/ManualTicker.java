package dev.colonnade.clock;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Test ticker that advances only explicitly. */
public final class ManualTicker implements NanoTicker {
  private final AtomicLong nanos = new AtomicLong(1_000);

  @Override
  public long nanos() {
    return nanos.get();
  }

  /** Advances the time. */
  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }
}

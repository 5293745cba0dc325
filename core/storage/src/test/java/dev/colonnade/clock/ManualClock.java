package dev.colonnade.clock;

import java.util.concurrent.atomic.AtomicLong;

/** Test clock that advances only explicitly. */
public final class ManualClock implements PhysicalClock {
  private final AtomicLong nanos;

  public ManualClock(long nanos) {
    this.nanos = new AtomicLong(nanos);
  }

  @Override
  public long epochNanos() {
    return nanos.get();
  }

  /** Sets the time, which may go backwards. */
  public void set(long newNanos) {
    nanos.set(newNanos);
  }

  /** Advances the time by {@code byNanos}. */
  public void advance(long byNanos) {
    nanos.addAndGet(byNanos);
  }
}

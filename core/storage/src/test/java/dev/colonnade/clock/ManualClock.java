package dev.colonnade.clock;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told otherwise. */
public final class ManualClock implements PhysicalClock {
  private final AtomicLong nanos;

  public ManualClock(long nanos) {
    this.nanos = new AtomicLong(nanos);
  }

  @Override
  public long epochNanos() {
    return nanos.get();
  }

  /** Sets the time, also back. */
  public void set(long newNanos) {
    nanos.set(newNanos);
  }

  /** Moves the time. */
  public void advance(long byNanos) {
    nanos.addAndGet(byNanos);
  }
}

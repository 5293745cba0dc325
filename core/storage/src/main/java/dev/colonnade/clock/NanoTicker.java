package dev.colonnade.clock;

/** Monotonic clock for measuring durations. Its zero is arbitrary. */
@FunctionalInterface
public interface NanoTicker {
  /** Returns the nanoseconds since a fixed, arbitrary point in time of this process. */
  long nanos();

  /** Returns the machine's monotonic clock. */
  static NanoTicker system() {
    return System::nanoTime;
  }
}

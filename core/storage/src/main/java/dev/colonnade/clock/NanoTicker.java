package dev.colonnade.clock;

/** Measures how long things take. Never runs backwards; its zero means nothing. */
@FunctionalInterface
public interface NanoTicker {
  /** Nanoseconds since some fixed moment of this process. */
  long nanos();

  /** The machine's monotonic clock. */
  static NanoTicker system() {
    return System::nanoTime;
  }
}

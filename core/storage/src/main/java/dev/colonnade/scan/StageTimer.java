package dev.colonnade.scan;

import dev.colonnade.clock.NanoTicker;

/**
 * Stopwatch that sums up the time of each stage of a traced scan, in nanoseconds. Not thread-safe.
 */
final class StageTimer {
  private final NanoTicker ticker;
  private long lastNanos;
  private long cursorNanos;
  private long filterNanos;
  private long encodeNanos;

  StageTimer(NanoTicker ticker) {
    this.ticker = ticker;
  }

  /** Starts a page: resets all sums. */
  void start() {
    cursorNanos = 0;
    filterNanos = 0;
    encodeNanos = 0;
    lastNanos = ticker.nanos();
  }

  /** Adds the time since the last call to the cursor stage. */
  void endCursor() {
    cursorNanos += lap();
  }

  /** Adds the time since the last call to the filter stage. */
  void endFilter() {
    filterNanos += lap();
  }

  /** Adds the time since the last call to the encode stage: decoding and writing. */
  void endEncode() {
    encodeNanos += lap();
  }

  private long lap() {
    long now = ticker.nanos();
    long lap = now - lastNanos;
    lastNanos = now;
    return lap;
  }

  long cursorNanos() {
    return cursorNanos;
  }

  long filterNanos() {
    return filterNanos;
  }

  long encodeNanos() {
    return encodeNanos;
  }
}

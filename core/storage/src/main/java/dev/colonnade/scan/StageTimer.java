package dev.colonnade.scan;

import dev.colonnade.clock.NanoTicker;

/** Adds up the time of the stages of a traced scan. */
final class StageTimer {
  private final NanoTicker ticker;
  private long lastNanos;
  private long cursorNanos;
  private long filterNanos;
  private long encodeNanos;

  StageTimer(NanoTicker ticker) {
    this.ticker = ticker;
  }

  /** Begins a page. */
  void start() {
    cursorNanos = 0;
    filterNanos = 0;
    encodeNanos = 0;
    lastNanos = ticker.nanos();
  }

  /** The time since the last call was spent in the store. */
  void endCursor() {
    cursorNanos += lap();
  }

  /** The time since the last call was spent in the filter. */
  void endFilter() {
    filterNanos += lap();
  }

  /** The time since the last call was spent in decoding and writing. */
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

package dev.colonnade.sequence.cache;

/** Event counters of a cache. Guarded by the lock of the cache. */
final class CacheCounters {
  private long reserved;
  private long served;
  private long returned;
  private long wasted;
  private long lost;
  private long leased;
  private long waits;
  private long refills;
  private long refillNanos;
  private long refillFailures;
  private long epochs;

  void refilled(long count, long nanos) {
    reserved += count;
    refills++;
    refillNanos += nanos;
  }

  void failed() {
    refillFailures++;
  }

  void waited() {
    waits++;
  }

  /** Counts values that were allocated to queued requests. */
  void served(long count) {
    served += count;
  }

  void returned(long count) {
    returned += count;
  }

  void wasted(long count) {
    wasted += count;
  }

  /** Counts values that left the cache and will never be used. */
  void lost(long count) {
    wasted += count;
    lost += count;
  }

  void epochChanged() {
    epochs++;
  }

  /** Counts a block that a session leased, of which it will use some values. */
  void leased(long count) {
    leased += count;
  }

  /** Counts the release of a block by a session. */
  void released(long count, long unusedCount) {
    leased -= count;
    lost(unusedCount);
  }

  CacheStatistics statistics(long claimed) {
    long gone = claimed + served - leased + returned + wasted - lost;
    return new CacheStatistics(
        claimed,
        waits,
        refills,
        refillNanos,
        refillFailures,
        wasted,
        epochs,
        Math.max(0, reserved - gone));
  }
}

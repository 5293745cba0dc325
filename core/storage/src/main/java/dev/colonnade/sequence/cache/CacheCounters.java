package dev.colonnade.sequence.cache;

/** Counts what a cache does. Guarded by its lock. */
final class CacheCounters {
  private long reserved;
  private long served;
  private long returned;
  private long wasted;
  private long wastedOutside;
  private long held;
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

  /** Values went to those who waited. */
  void served(long count) {
    served += count;
  }

  void returned(long count) {
    returned += count;
  }

  void wasted(long count) {
    wasted += count;
  }

  /** Values that had left the cache will not be used. */
  void lost(long count) {
    wasted += count;
    wastedOutside += count;
  }

  void epochChanged() {
    epochs++;
  }

  /** A session has taken a block, of which it will use some values. */
  void held(long count) {
    held += count;
  }

  /** A session is through with its block. */
  void released(long count, long unusedCount) {
    held -= count;
    lost(unusedCount);
  }

  CacheStatistics statistics(long claimed) {
    long gone = claimed + served - held + returned + wasted - wastedOutside;
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

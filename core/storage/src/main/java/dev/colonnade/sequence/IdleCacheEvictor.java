package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.cache.CacheStatistics;
import java.util.HashMap;
import java.util.Map;

/**
 * Periodic task that evicts idle sequences from the cache and returns their unused values. A
 * sequence is idle if its count of allocated values has not changed for the configured time. Used
 * by one thread.
 */
public final class IdleCacheEvictor implements Runnable {
  private record Observation(long allocatedCount, long sinceNanos) {}

  private final Sequences sequences;
  private final NanoTicker ticker;
  private final long idleNanos;
  private Map<Sequence, Observation> observed = new HashMap<>();

  /** Creates a sweep with the ticker and the idle time of {@code sequences}. */
  public IdleCacheEvictor(Sequences sequences) {
    this.sequences = requireNonNull(sequences, "sequences is null");
    ticker = sequences.ticker();
    idleNanos = sequences.config().idle().toNanos();
  }

  /**
   * Returns the interval between two runs: a quarter of the idle time, so that eviction is at most
   * that late.
   */
  public long intervalNanos() {
    return Math.max(1, idleNanos / 4);
  }

  /** Compares every cached sequence with the previous run and evicts the idle ones. */
  @Override
  public void run() {
    long now = ticker.nanos();
    Map<Sequence, Observation> next = new HashMap<>();
    for (Sequence sequence : sequences.all()) {
      CacheStatistics statistics = sequence.statistics();
      if (statistics.idle() == 0) {
        continue;
      }
      long allocatedCount = statistics.hits() + statistics.waits();
      Observation before = observed.get(sequence);
      if (before == null || before.allocatedCount != allocatedCount) {
        next.put(sequence, new Observation(allocatedCount, now));
      } else if (now - before.sinceNanos < idleNanos || !sequence.cache().evict()) {
        next.put(sequence, before);
      }
    }
    observed = next;
  }
}

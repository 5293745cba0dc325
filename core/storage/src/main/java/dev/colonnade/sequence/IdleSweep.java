package dev.colonnade.sequence;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.cache.CacheStatistics;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the sequences that nobody draws from, by looking now and then how many values were drawn.
 * Used by one thread.
 */
public final class IdleSweep implements Runnable {
  private record Seen(long drawn, long sinceNanos) {}

  private final Sequences sequences;
  private final NanoTicker ticker;
  private final long idleNanos;
  private Map<Sequence, Seen> seen = new HashMap<>();

  IdleSweep(Sequences sequences, NanoTicker ticker, long idleNanos) {
    this.sequences = sequences;
    this.ticker = ticker;
    this.idleNanos = idleNanos;
  }

  /** How often to look, so that a sequence leaves soon after its time is over. */
  public long intervalNanos() {
    return Math.max(1, idleNanos / 4);
  }

  /** Looks once. */
  @Override
  public void run() {
    long now = ticker.nanos();
    Map<Sequence, Seen> next = new HashMap<>();
    for (Sequence sequence : sequences.all()) {
      CacheStatistics statistics = sequence.statistics();
      if (statistics.idle() == 0) {
        continue;
      }
      long drawn = statistics.hits() + statistics.waits();
      Seen before = seen.get(sequence);
      if (before == null || before.drawn != drawn) {
        next.put(sequence, new Seen(drawn, now));
      } else if (now - before.sinceNanos < idleNanos || !sequence.cache().retire()) {
        next.put(sequence, before);
      }
    }
    seen = next;
  }
}

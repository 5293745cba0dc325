package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.cache.CacheStatistics;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceMode;

/**
 * A sequence from its CREATE to its DROP: the same object whatever it is renamed to and however it
 * is altered. Values are drawn through a {@link SequenceSession}. Safe for use by many threads.
 */
public final class Sequence {
  private final long id;
  private final SegmentCache cache;

  Sequence(long id, SegmentCache cache) {
    this.id = id;
    this.cache = requireNonNull(cache, "cache is null");
  }

  /** Its identity, which no other sequence ever has. */
  public long id() {
    return id;
  }

  /** Its name of this moment. */
  public String name() {
    return cache.record().name();
  }

  /** Whether it is found by its name, and not only by its id. */
  boolean isListed() {
    return cache.record().isListed();
  }

  /** Its definition and position of this moment. Never waits. */
  public SequenceDescription description() {
    return SequenceDescription.of(cache.record());
  }

  /** What its cache did. */
  public CacheStatistics statistics() {
    return cache.statistics();
  }

  /** Whether its values are used exactly if the transactions commit that draw them. */
  public boolean isGapless() {
    return cache.record().options().mode() == SequenceMode.GAPLESS;
  }

  SegmentCache cache() {
    return cache;
  }

  @Override
  public String toString() {
    return "sequence " + name() + " id=" + id;
  }
}

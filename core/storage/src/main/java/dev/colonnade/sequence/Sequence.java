package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.cache.CacheStatistics;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceMode;

/**
 * Handle of a sequence from its CREATE to its DROP. Renaming and altering the sequence does not
 * replace the object. Values are allocated through a {@link SequenceSession}. Thread-safe.
 */
public final class Sequence {
  private final long id;
  private final SegmentCache cache;

  Sequence(long id, SegmentCache cache) {
    this.id = id;
    this.cache = requireNonNull(cache, "cache is null");
  }

  /** Returns the identity of the sequence, which is never reused. */
  public long id() {
    return id;
  }

  /** Returns the current name. */
  public String name() {
    return cache.record().name();
  }

  /** Returns whether the sequence can be looked up by its name, and not only by its id. */
  boolean isListed() {
    return cache.record().isListed();
  }

  /** Returns the current definition and position. Never blocks. */
  public SequenceDescription description() {
    return SequenceDescription.of(cache.record());
  }

  /** Returns the statistics of the cache of this sequence. */
  public CacheStatistics statistics() {
    return cache.statistics();
  }

  /**
   * Returns whether the sequence is gapless: a value is used exactly if the transaction that
   * allocates it commits.
   */
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

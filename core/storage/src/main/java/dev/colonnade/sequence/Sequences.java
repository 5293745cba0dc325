package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.sequence.cache.CacheDependencies;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.record.GaplessAllocation;
import dev.colonnade.sequence.record.SequenceRecord;
import dev.colonnade.sequence.record.SequenceRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Registry of the sequences of a database. A lookup is one volatile read of an immutable snapshot.
 * {@link SequenceOperations} creates and drops sequences.
 */
public final class Sequences {
  /** Most sequences in a database. */
  public static final int SEQUENCES_MAX = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Sequences.class);

  private final SequenceRecords records;
  private final CacheDependencies dependencies;
  private final SequenceConfig config;

  /**
   * Written by the leader of the commit pipeline on behalf of the changing thread; read by any
   * thread.
   */
  private volatile SequenceSnapshot snapshot = SequenceSnapshot.EMPTY;

  private Sequences(
      SequenceRecords records, CacheDependencies dependencies, SequenceConfig config) {
    this.records = requireNonNull(records, "records is null");
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.config = requireNonNull(config, "config is null");
  }

  /**
   * Reads all sequences from the store.
   *
   * @param dependencies with {@code records}, or a wrapper of it, as record store
   */
  public static Sequences open(
      SequenceRecords records, CacheDependencies dependencies, SequenceConfig config) {
    Sequences sequences = new Sequences(records, dependencies, config);
    List<Sequence> all = records.readAll().stream().map(sequences::newSequence).toList();
    sequences.snapshot = SequenceSnapshot.EMPTY.with(all);
    return sequences;
  }

  /**
   * Reads all sequences again, after a replicated log has changed the store. Sequences whose record
   * did not change keep their cache. Called by one thread.
   */
  public void reload() {
    List<Sequence> all = new ArrayList<>();
    for (SequenceRecord record : records.readAll()) {
      Sequence known = snapshot.find(record.id());
      boolean isKnown = known != null && known.cache().record().equals(record);
      all.add(isKnown ? requireNonNull(known) : newSequence(record));
    }
    snapshot = SequenceSnapshot.EMPTY.with(all);
  }

  /**
   * Reads all sequences again, and drops all cached values: others may be allocated under another
   * leader before these. Called by one thread, while no thread allocates values.
   */
  public void restart() {
    snapshot =
        SequenceSnapshot.EMPTY.with(records.readAll().stream().map(this::newSequence).toList());
  }

  /**
   * Returns whether cached values are valid: the leader of a cluster may have been replaced by one
   * that has restarted the sequence. Never blocks.
   */
  boolean isCurrent() {
    return records.isCurrent();
  }

  /** Returns the sequence with this name, or null. Never blocks. */
  public @Nullable Sequence find(String name) {
    return snapshot.find(name);
  }

  /** Returns the sequence with this id, or null. Never blocks. */
  public @Nullable Sequence find(long id) {
    return snapshot.find(id);
  }

  /** Returns the sequence with this name. Throws UNKNOWN_SEQUENCE if it does not exist. */
  public Sequence require(String name) {
    Sequence sequence = find(name);
    if (sequence == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "relation \"%s\" does not exist".formatted(name));
    }
    return sequence;
  }

  /** Returns the sequence with this id. Throws UNKNOWN_SEQUENCE if it does not exist. */
  public Sequence require(long id) {
    Sequence sequence = find(id);
    if (sequence == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "could not open relation with OID " + id);
    }
    return sequence;
  }

  /**
   * Returns the listed sequences in the order of their names, then the unlisted sequences in the
   * order of their ids.
   */
  public List<Sequence> all() {
    return snapshot.all();
  }

  /** Starts allocating from a gapless sequence within a transaction. May read from disk. */
  public GaplessAllocation newGaplessAllocation(Sequence sequence) {
    return records.newGaplessAllocation(sequence.id());
  }

  /** Returns the key that represents a sequence in the lock table. */
  public static Key lockKey(Sequence sequence) {
    return SequenceRecords.lockKey(sequence.id());
  }

  /**
   * Closes all caches: ends allocation, returns the unused values, and waits for that up to {@code
   * timeoutNanos}. Values that cannot be returned leave a gap.
   */
  public void close(long timeoutNanos) {
    CompletableFuture<?>[] closing =
        all().stream()
            .map(sequence -> sequence.cache().close())
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(timeoutNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("unused values of sequences were not returned", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Sequence newSequence(SequenceRecord record) {
    return new Sequence(record.id(), new SegmentCache(record, config::serverLimits, dependencies));
  }

  SequenceConfig config() {
    return config;
  }

  NanoTicker ticker() {
    return dependencies.ticker();
  }

  SequenceRecords records() {
    return records;
  }

  SequenceSnapshot snapshot() {
    return snapshot;
  }

  void replace(SequenceSnapshot after) {
    snapshot = requireNonNull(after, "after is null");
  }
}

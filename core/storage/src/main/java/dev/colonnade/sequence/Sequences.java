package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.sequence.cache.CacheSeams;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceMode;
import dev.colonnade.sequence.record.GaplessDraw;
import dev.colonnade.sequence.record.SequenceRecord;
import dev.colonnade.sequence.record.SequenceRecords;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sequences of a database, for who uses them: looking one up is one volatile read. {@link
 * SequenceOperations} change which there are.
 */
public final class Sequences {
  /** Most sequences. */
  public static final int SEQUENCES_MAX = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Sequences.class);

  private final SequenceRecords records;
  private final CacheSeams seams;
  private final SequenceConfig config;

  /** Written by the commit pipeline's leader on behalf of whoever changes it; read by everyone. */
  private volatile SequenceSnapshot snapshot = SequenceSnapshot.EMPTY;

  private Sequences(SequenceRecords records, CacheSeams seams, SequenceConfig config) {
    this.records = requireNonNull(records, "records is null");
    this.seams = requireNonNull(seams, "seams is null");
    this.config = requireNonNull(config, "config is null");
  }

  /**
   * Reads which sequences there are.
   *
   * @param seams with {@code records} as their log, or something around it
   */
  public static Sequences open(SequenceRecords records, CacheSeams seams, SequenceConfig config) {
    Sequences sequences = new Sequences(records, seams, config);
    List<Sequence> all = records.readAll().stream().map(sequences::newSequence).toList();
    sequences.snapshot = SequenceSnapshot.EMPTY.with(all);
    return sequences;
  }

  /** The sequence of this name, or null. Never waits. */
  public @Nullable Sequence find(String name) {
    return snapshot.find(name);
  }

  /** The sequence of this id, or null. Never waits. */
  public @Nullable Sequence find(long id) {
    return snapshot.find(id);
  }

  /** The sequence of this name; UNKNOWN_SEQUENCE if there is none. */
  public Sequence require(String name) {
    Sequence sequence = find(name);
    if (sequence == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "relation \"%s\" does not exist".formatted(name));
    }
    return sequence;
  }

  /** The sequence of this id; UNKNOWN_SEQUENCE if there is none. */
  public Sequence require(long id) {
    Sequence sequence = find(id);
    if (sequence == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SEQUENCE, "could not open relation with OID " + id);
    }
    return sequence;
  }

  /** All sequences in the order of their names. */
  public List<Sequence> all() {
    return snapshot.all();
  }

  /** A session with the settings of the configuration. */
  public SequenceSession newSession(SequenceOperations operations) {
    return new SequenceSession(config, operations, seams.ticker());
  }

  /**
   * Draws the next value of a gapless sequence within a batch: it is used exactly if the batch
   * commits. See {@link SequenceRecords#nextWithin}.
   */
  public long nextWithin(Mutations mutations, Sequence sequence) {
    if (sequence.description().options().mode() != SequenceMode.GAPLESS) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "sequence is not gapless: sequence=" + sequence.name());
    }
    return records.nextWithin(mutations, sequence.id());
  }

  /** Begins to draw from a gapless sequence within a transaction. May read the disk. */
  public GaplessDraw newDraw(Sequence sequence) {
    return records.newDraw(sequence.id());
  }

  /** What stands for a sequence in a table of locks. */
  public static Key lockKey(Sequence sequence) {
    return SequenceRecords.lockKey(sequence.id());
  }

  /** Gives back the unused values of sequences that nobody has drawn from for some time. */
  public IdleSweep newIdleSweep() {
    return new IdleSweep(this, seams.ticker(), config.idle().toNanos());
  }

  /**
   * Hands out no more values, gives the unused ones back, and waits for that up to {@code
   * timeoutNanos}. What cannot be given back is a gap.
   */
  public void close(long timeoutNanos) {
    CompletableFuture<?>[] closing =
        all().stream()
            .map(sequence -> sequence.cache().close())
            .toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(closing).get(timeoutNanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      LOG.warn("unused values of sequences were not given back", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Sequence newSequence(SequenceRecord record) {
    return new Sequence(record.id(), new SegmentCache(record, config::serverLimits, seams));
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

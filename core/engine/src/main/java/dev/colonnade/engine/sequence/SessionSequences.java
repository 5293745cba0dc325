package dev.colonnade.engine.sequence;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.SequenceSession;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.access.SequenceAccess;
import dev.colonnade.storage.CatalogSequences;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Sequences as the statements of one session use them. One thread. */
public final class SessionSequences implements SequenceAccess {
  private final CatalogSequences sequences;
  private final SequenceSession session;
  private final LongResult allocated = new LongResult();
  private final Runnable beforeWaiting;
  private @Nullable Sequence recent;

  /**
   * Creates the access of a session.
   *
   * @param beforeWaiting runs before an allocation that may wait; what it throws ends the call
   */
  public SessionSequences(
      CatalogSequences sequences, SequenceSession session, Runnable beforeWaiting) {
    this.sequences = sequences;
    this.session = session;
    this.beforeWaiting = beforeWaiting;
  }

  @Override
  public long next(long sequenceId) {
    Sequence sequence = sequence(sequenceId);
    if (session.tryNext(sequence, allocated)) {
      return allocated.value();
    }
    beforeWaiting.run();
    return await(session.next(sequence, SegmentCache.NO_TIMEOUT));
  }

  @Override
  public List<ValueRun> allocate(long sequenceId, long count) {
    Sequence sequence = sequence(sequenceId);
    if (count == 1 || count > SegmentCache.REQUEST_MAX || session.usesSessionBlock(sequence)) {
      return SequenceAccess.super.allocate(sequenceId, count);
    }
    beforeWaiting.run();
    try {
      return await(session.nextMany(sequence, count, SegmentCache.NO_TIMEOUT));
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.SEQUENCE_LIMIT) {
        throw e;
      }
      // Fewer are left: they are allocated before the first missing one fails.
      return SequenceAccess.super.allocate(sequenceId, count);
    }
  }

  @Override
  public List<ValueRun> reserve(long sequenceId, long count) {
    beforeWaiting.run();
    Sequence sequence = sequence(sequenceId);
    List<ValueRun> runs = new ArrayList<>();
    for (long left = count; left > 0; left -= SegmentCache.REQUEST_MAX) {
      runs.addAll(
          await(
              session.reserve(
                  sequence, Math.min(left, SegmentCache.REQUEST_MAX), SegmentCache.NO_TIMEOUT)));
    }
    return runs;
  }

  @Override
  public long current(long sequenceId) {
    return session.currentValue(sequence(sequenceId));
  }

  @Override
  public long last() {
    return session.lastValue();
  }

  @Override
  public void hide(long sequenceId) {
    session.hide(sequence(sequenceId));
  }

  @Override
  public void set(long sequenceId, long value, boolean isCalled) {
    session.setValue(sequence(sequenceId), value, isCalled);
  }

  @Override
  public long create(String name, SequenceOptions options) {
    return sequences.operations().createUnlisted(name, options).id();
  }

  @Override
  public void discard(long sequenceId) {
    sequences.operations().dropUnlisted(sequenceId);
  }

  @Override
  public void alter(long sequenceId, SequenceChange change) {
    sequences.operations().alter(sequence(sequenceId), change);
  }

  @Override
  public SequenceDescription describe(long sequenceId) {
    return sequence(sequenceId).description();
  }

  private Sequence sequence(long id) {
    Sequence known = recent;
    if (known == null || known.id() != id) {
      known = sequences.all().require(id);
      recent = known;
    }
    return known;
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof ColonnadeException cause ? cause : e;
    }
  }
}

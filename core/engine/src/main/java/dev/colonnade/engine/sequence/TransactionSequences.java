package dev.colonnade.engine.sequence;

import dev.colonnade.engine.catalog.UncommittedCatalog;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.access.SequenceAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Sequences as one transaction sees them, including those that it has created. One thread. */
public final class TransactionSequences implements SequenceAccess {
  private final SequenceAccess sequences;
  private final UncommittedCatalog draft;
  private final Sequences all;
  private final ToLongFunction<Sequence> gapless;
  private final Runnable beforeWaiting;

  /**
   * Creates the transaction's view of a session's sequences.
   *
   * @param sequences of the session, which announce that they may wait
   * @param gapless allocates the next value of a gapless sequence within the transaction
   * @param beforeWaiting runs before an allocation that may wait
   */
  public TransactionSequences(
      SequenceAccess sequences,
      UncommittedCatalog draft,
      Sequences all,
      ToLongFunction<Sequence> gapless,
      Runnable beforeWaiting) {
    this.sequences = sequences;
    this.draft = draft;
    this.all = all;
    this.gapless = gapless;
    this.beforeWaiting = beforeWaiting;
  }

  @Override
  public long next(long sequenceId) {
    Sequence sequence = all.require(sequenceId);
    if (!sequence.isGapless()) {
      return sequences.next(sequenceId);
    }
    beforeWaiting.run();
    return gapless.applyAsLong(sequence);
  }

  @Override
  public List<ValueRun> allocate(long sequenceId, long count) {
    if (count == 1 || all.require(sequenceId).isGapless()) {
      return SequenceAccess.super.allocate(sequenceId, count);
    }
    beforeWaiting.run();
    return sequences.allocate(sequenceId, count);
  }

  @Override
  public List<ValueRun> reserve(long sequenceId, long count) {
    Sequence sequence = all.require(sequenceId);
    if (!sequence.isGapless()) {
      return sequences.reserve(sequenceId, count);
    }
    List<ValueRun> runs = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      runs.add(new ValueRun(gapless.applyAsLong(sequence), 1, 1));
    }
    return runs;
  }

  @Override
  public long current(long sequenceId) {
    return sequences.current(sequenceId);
  }

  @Override
  public long last() {
    return sequences.last();
  }

  @Override
  public void hide(long sequenceId) {
    sequences.hide(sequenceId);
  }

  @Override
  public void set(long sequenceId, long value, boolean isCalled) {
    sequences.set(sequenceId, value, isCalled);
  }

  @Override
  public long create(String name, SequenceOptions options) {
    long id = sequences.create(name, options);
    draft.sequenceCreated(id);
    return id;
  }

  @Override
  public void discard(long sequenceId) {
    draft.sequenceDiscarded(sequenceId);
    sequences.discard(sequenceId);
  }

  @Override
  public void alter(long sequenceId, SequenceChange change) {
    draft.alter(sequenceId, change);
  }

  @Override
  public SequenceDescription describe(long sequenceId) {
    return sequences.describe(sequenceId);
  }
}

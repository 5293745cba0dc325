package dev.colonnade.engine;

import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.access.SequenceAccess;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/** The sequences as a transaction uses them: those that it makes go with it. */
final class DraftSequences implements SequenceAccess {
  private final SequenceAccess sequences;
  private final CatalogDraft draft;
  private final Sequences all;
  private final ToLongFunction<Sequence> gapless;
  private final Runnable beforeWaiting;

  /**
   * Sequences of a session, seen by one of its transactions.
   *
   * @param gapless draws the next value of a gapless sequence within the transaction
   * @param beforeWaiting is run before a value is drawn that may have to be waited for
   */
  DraftSequences(
      SequenceAccess sequences,
      CatalogDraft draft,
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
      OptionalLong drawn = sequences.tryNext(sequenceId);
      if (drawn.isPresent()) {
        return drawn.getAsLong();
      }
    }
    beforeWaiting.run();
    return sequence.isGapless() ? gapless.applyAsLong(sequence) : sequences.next(sequenceId);
  }

  @Override
  public List<ValueRun> draw(long sequenceId, long count) {
    if (count == 1 || all.require(sequenceId).isGapless()) {
      return SequenceAccess.super.draw(sequenceId, count);
    }
    beforeWaiting.run();
    return sequences.draw(sequenceId, count);
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

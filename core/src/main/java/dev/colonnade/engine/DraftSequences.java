package dev.colonnade.engine;

import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sql.access.SequenceAccess;
import java.util.List;

/** The sequences as a transaction uses them: those that it makes go with it. */
final class DraftSequences implements SequenceAccess {
  private final SequenceAccess sequences;
  private final CatalogDraft draft;

  DraftSequences(SequenceAccess sequences, CatalogDraft draft) {
    this.sequences = sequences;
    this.draft = draft;
  }

  @Override
  public long next(long sequenceId) {
    return sequences.next(sequenceId);
  }

  @Override
  public List<ValueRun> reserve(long sequenceId, long count) {
    return sequences.reserve(sequenceId, count);
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

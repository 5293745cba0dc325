package dev.colonnade.sql.access;

import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What statements do with sequences, which they name by the ids under which these are kept. Values
 * that were drawn stay drawn, whatever becomes of the transaction. One thread; may wait.
 */
public interface SequenceAccess {
  /** The next value. */
  long next(long sequenceId);

  /** The next value, if it can be drawn without waiting; empty otherwise. */
  default OptionalLong tryNext(long sequenceId) {
    return OptionalLong.empty();
  }

  /** So many values, as if they were drawn by {@link #next} one after the other. */
  default List<ValueRun> draw(long sequenceId, long count) {
    List<ValueRun> runs = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      runs.add(new ValueRun(next(sequenceId), 1, 1));
    }
    return runs;
  }

  /** So many values at once. */
  List<ValueRun> reserve(long sequenceId, long count);

  /** The last value that the session drew from the sequence. */
  long current(long sequenceId);

  /** The value that the session drew last. */
  long last();

  /** Puts the sequence to a value. */
  void set(long sequenceId, long value, boolean isCalled);

  /** Creates a sequence that has no name yet; the id under which it is kept. */
  long create(String name, SequenceOptions options);

  /** Drops a sequence that came to no name. */
  void discard(long sequenceId);

  /** Changes how a sequence counts. */
  void alter(long sequenceId, SequenceChange change);

  SequenceDescription describe(long sequenceId);
}

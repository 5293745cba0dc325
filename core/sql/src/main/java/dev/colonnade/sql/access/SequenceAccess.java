package dev.colonnade.sql.access;

import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.ValueRun;
import java.util.ArrayList;
import java.util.List;

/**
 * Operations of statements on sequences, which are identified by their storage ids. A rollback does
 * not return allocated values, except those of gapless sequences. One thread; may wait.
 */
public interface SequenceAccess {
  /** Allocates and returns the next value. */
  long next(long sequenceId);

  /** Allocates values as {@link #next} would, called {@code count} times. */
  default List<ValueRun> allocate(long sequenceId, long count) {
    List<ValueRun> runs = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      runs.add(new ValueRun(next(sequenceId), 1, 1));
    }
    return runs;
  }

  /** Allocates {@code count} values in one request. */
  List<ValueRun> reserve(long sequenceId, long count);

  /** Returns the value that the session allocated last from the sequence (currval). */
  long current(long sequenceId);

  /**
   * Returns the value that the session allocated last from any sequence that is not hidden
   * (lastval).
   */
  long last();

  /** Excludes a sequence from {@link #last}: that of a hidden key. */
  void hide(long sequenceId);

  /** Sets the value of the sequence (setval). */
  void set(long sequenceId, long value, boolean isCalled);

  /** Creates a sequence without a catalog entry; returns its storage id. */
  long create(String name, SequenceOptions options);

  /** Drops a sequence that has no catalog entry. */
  void discard(long sequenceId);

  /** Changes the definition of a sequence. */
  void alter(long sequenceId, SequenceChange change);

  /** Returns the definition of a sequence. */
  SequenceDescription describe(long sequenceId);
}

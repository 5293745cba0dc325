package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.mutation.MetaCondition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.sequence.definition.SequenceArithmetic;

/**
 * Allocation of values of a gapless sequence within one transaction: all of them are used if it
 * commits, and none if it rolls back. A concurrent allocation by another transaction makes the
 * commit fail with SERIALIZATION_FAILURE, so the transaction should hold the lock of the sequence.
 * Used by one thread.
 */
public final class GaplessAllocation {
  private final SequenceRecord before;
  private SequenceRecord current;

  GaplessAllocation(SequenceRecord before) {
    this.before = requireNonNull(before, "before is null");
    this.current = before;
  }

  /** Allocates the next value. Throws SEQUENCE_LIMIT if the sequence is exhausted. */
  public long next() {
    SequenceArithmetic.Allocation allocation =
        SequenceArithmetic.allocate(current.options(), current.position(), 1, 1);
    if (allocation.count() == 0) {
      throw current.limitReached();
    }
    current = current.withPosition(allocation.after());
    return allocation.after().value();
  }

  /** Adds a conditional write of the new position to a batch. */
  public void addTo(Mutations mutations) {
    if (!current.equals(before)) {
      mutations.putMeta(
          SequenceLayout.recordKey(current.id()),
          SequenceCodec.encode(current),
          MetaCondition.bytesAre(SequenceCodec.encode(before)));
    }
  }

  /** Returns the current state, to which {@link #rollbackTo} can return. */
  public SequenceRecord savepoint() {
    return current;
  }

  /** Undoes the allocations since a {@linkplain #savepoint savepoint}. */
  public void rollbackTo(SequenceRecord savepoint) {
    current = requireNonNull(savepoint, "savepoint is null");
  }
}

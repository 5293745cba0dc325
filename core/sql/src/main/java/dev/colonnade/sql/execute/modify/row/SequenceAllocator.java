package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.sequence.definition.ValueRun;
import java.util.List;

/** Allocator of the next values of sequences. */
@FunctionalInterface
public interface SequenceAllocator {
  /**
   * Returns the next values of a sequence.
   *
   * @param sequenceId id of the sequence in the catalog
   */
  List<ValueRun> allocate(int sequenceId, long count);
}

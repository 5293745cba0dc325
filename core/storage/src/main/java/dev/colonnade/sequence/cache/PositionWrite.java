package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;

/**
 * Write of the record in progress, by compare-and-set: a refill, which reserves values, or a return
 * of unused values.
 *
 * @param before expected record
 * @param after new record
 * @param runs reserved values; empty for a return
 * @param count number of reserved values; negative number of returned values for a return
 */
record PositionWrite(SequenceRecord before, SequenceRecord after, List<ValueRun> runs, long count) {
  boolean isReturn() {
    return count < 0;
  }
}

package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.ValueRun;
import dev.colonnade.sequence.record.SequenceRecord;
import java.util.List;

/**
 * A write of the record that is under way.
 *
 * @param before the record that it goes out from
 * @param after the record that it makes
 * @param runs values reserved by it; none if it gives values back
 * @param count values reserved by it, or given back as a negative number
 */
record Flight(SequenceRecord before, SequenceRecord after, List<ValueRun> runs, long count) {
  boolean givesBack() {
    return count < 0;
  }
}

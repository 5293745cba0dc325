package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.SequenceRecord;

/**
 * Definition and position of a sequence.
 *
 * @param id identity of the sequence
 * @param name name of the sequence
 * @param options options of CREATE SEQUENCE
 * @param epoch number that increases with every change that invalidates values reserved before
 * @param lastValue last value that was reserved, or the next one to be reserved; as in PostgreSQL,
 *     a cache may still hold it
 * @param isCalled whether {@code lastValue} was reserved
 */
public record SequenceDescription(
    long id, String name, SequenceOptions options, long epoch, long lastValue, boolean isCalled) {
  public SequenceDescription {
    requireNonNull(name, "name is null");
    requireNonNull(options, "options is null");
  }

  static SequenceDescription of(SequenceRecord record) {
    return new SequenceDescription(
        record.id(),
        record.name(),
        record.options(),
        record.epoch(),
        record.position().value(),
        record.position().isCalled());
  }
}

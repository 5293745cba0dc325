package dev.colonnade.sequence;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.record.SequenceRecord;

/**
 * What there is to say about a sequence.
 *
 * @param id its identity
 * @param name its name
 * @param options how it counts
 * @param epoch rises when values reserved before become void
 * @param lastValue the last value that was reserved, or the next one to be; as in PostgreSQL,
 *     caches may not have handed it out yet
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

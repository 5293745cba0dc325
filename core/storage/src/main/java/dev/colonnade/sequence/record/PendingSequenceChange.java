package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.definition.SequencePosition;

/**
 * Change of a sequence that was committed as part of a transaction and is not applied yet.
 *
 * @param number unique number; the changes of a store are applied in the order of their numbers
 * @param target definition of the sequence after the change; its position applies only if the
 *     change restarts the sequence
 * @param restarts whether the change sets the position of the sequence
 */
public record PendingSequenceChange(long number, SequenceRecord target, boolean restarts) {
  public PendingSequenceChange {
    requireNonNull(target, "target is null");
  }

  /**
   * Returns the record after the change, for recovery, when it is unknown which of the reserved
   * values were allocated: all reserved values count as allocated. A position outside of the new
   * bounds is clamped to the nearer bound.
   */
  public SequenceRecord after(SequenceRecord stored) {
    SequenceOptions options = target.options();
    SequencePosition position = stored.position();
    long value = Math.clamp(position.value(), options.min(), options.max());
    SequencePosition clamped =
        new SequencePosition(value, position.isCalled() || value != position.value());
    return stored.nextEpoch(options, restarts ? target.position() : clamped);
  }
}

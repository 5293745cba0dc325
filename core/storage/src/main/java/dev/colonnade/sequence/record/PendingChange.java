package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sequence.definition.Position;
import dev.colonnade.sequence.definition.SequenceOptions;

/**
 * A change of a sequence that was committed together with other things and is yet to be made.
 *
 * @param number those of one store are made in this order
 * @param target how the sequence is to be; where it stands counts only if it restarts
 * @param restarts whether the change says where the sequence goes on
 */
public record PendingChange(long number, SequenceRecord target, boolean restarts) {
  public PendingChange {
    requireNonNull(target, "target is null");
  }

  /**
   * The sequence after the change, when nobody knows any more which of the values that were
   * reserved have been handed out: all of them count as such, and one that is beyond a new bound is
   * as if it stood on that.
   */
  public SequenceRecord after(SequenceRecord stored) {
    SequenceOptions options = target.options();
    Position stands = stored.position();
    long within = Math.clamp(stands.value(), options.min(), options.max());
    Position kept = new Position(within, stands.isCalled() || within != stands.value());
    return stored.nextEpoch(options, restarts ? target.position() : kept);
  }
}

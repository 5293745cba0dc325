package dev.colonnade.sequence.record;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.MetaCondition;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.sequence.definition.Progression;

/**
 * Values that one transaction draws from a gapless sequence: all of them are used if it commits,
 * and none if it does not. Whoever else draws meanwhile makes the commit fail with
 * SERIALIZATION_FAILURE, so the transaction had better hold a lock. One thread.
 */
public final class GaplessDraw {
  private final SequenceRecord before;
  private SequenceRecord now;

  GaplessDraw(SequenceRecord before) {
    this.before = requireNonNull(before, "before is null");
    this.now = before;
  }

  /** The next value; SEQUENCE_LIMIT if there is none. */
  public long next() {
    Progression.Plan plan = Progression.plan(now.options(), now.position(), 1, 1);
    if (plan.count() == 0) {
      throw now.exhausted();
    }
    now = now.withPosition(plan.after());
    return plan.after().value();
  }

  /** Adds to a batch that the values are used. */
  public void addTo(Mutations mutations) {
    if (!now.equals(before)) {
      mutations.putMeta(
          SequenceLayout.recordKey(now.id()),
          SequenceCodec.encode(now),
          MetaCondition.bytesAre(SequenceCodec.encode(before)));
    }
  }

  /** This moment. */
  public SequenceRecord mark() {
    return now;
  }

  /** Gives back the values that were drawn since a {@linkplain #mark moment}. */
  public void backTo(SequenceRecord mark) {
    now = requireNonNull(mark, "mark is null");
  }
}

package dev.colonnade.sequence.cache;

import dev.colonnade.sequence.definition.SequencePosition;
import dev.colonnade.sequence.definition.ValueRun;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Stress test: a claim races with the closing of its segment; closing counts the claim exactly if
 * it succeeded.
 */
@JCStressTest
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "claimed before it was closed")
@Outcome(id = "-1, 0", expect = Expect.ACCEPTABLE, desc = "closed before it was claimed")
@State
public class SegmentCloseStress {
  private final Segment segment =
      new Segment(new ValueRun(7, 1, 1), new SequencePosition(7, false), 0, -1);

  /** Stores the claimed index, or -1 if the claim failed. */
  @Actor
  public void claimer(JJ_Result result) {
    long index = segment.claim();
    result.r1 = segment.has(index) ? index : -1;
  }

  /** Stores the number of claimed values. */
  @Actor
  public void closer(JJ_Result result) {
    result.r2 = segment.close();
  }
}

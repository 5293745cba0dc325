package dev.colonnade.sequence.cache;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/**
 * Stress test: two claims of one thread race with an ALTER that preserves the position. No value is
 * allocated twice, and none is skipped except those of a refill in progress.
 */
@JCStressTest
@Outcome(id = "2, 3, 4", expect = Expect.ACCEPTABLE, desc = "both before it")
@Outcome(id = "2, -1, 3", expect = Expect.ACCEPTABLE, desc = "one before it")
@Outcome(id = "-1, -1, 2", expect = Expect.ACCEPTABLE, desc = "both after it")
@Outcome(
    id = "2, 3, 6",
    expect = Expect.ACCEPTABLE_INTERESTING,
    desc = "both before it; it superseded the refill of the next block")
@State
public class AlterStress {
  private final StressedCache stressed = new StressedCache();

  public AlterStress() {
    stressed.next();
  }

  @Actor
  public void claimer(JJJ_Result result) {
    result.r1 = stressed.tryNext();
    result.r2 = stressed.tryNext();
  }

  @Actor
  public void changer() {
    stressed.alter();
  }

  @Arbiter
  public void end(JJJ_Result result) {
    result.r3 = stressed.next();
  }
}

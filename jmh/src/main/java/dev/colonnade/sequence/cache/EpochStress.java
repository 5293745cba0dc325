package dev.colonnade.sequence.cache;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Stress test of epoch fencing: a claim races with a RESTART. It gets an old value or none; a later
 * request gets a new one.
 */
@JCStressTest
@Outcome(id = "2, 500", expect = Expect.ACCEPTABLE, desc = "claimed before the restart")
@Outcome(id = "-1, 500", expect = Expect.ACCEPTABLE, desc = "no cached value after the restart")
@State
public class EpochStress {
  private final StressedCache stressed = new StressedCache();

  public EpochStress() {
    stressed.next();
  }

  @Actor
  public void claimer(JJ_Result result) {
    result.r1 = stressed.tryNext();
  }

  @Actor
  public void changer() {
    stressed.restart();
  }

  @Arbiter
  public void end(JJ_Result result) {
    result.r2 = stressed.next();
  }
}

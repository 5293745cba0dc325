package dev.colonnade.sequence.cache;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/** A claim meets a RESTART: it has an old value, or nothing; whoever comes later has a new one. */
@JCStressTest
@Outcome(id = "2, 500", expect = Expect.ACCEPTABLE, desc = "claimed before the restart")
@Outcome(id = "-1, 500", expect = Expect.ACCEPTABLE, desc = "nothing at hand after the restart")
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

package dev.colonnade.jcstress;

import dev.colonnade.clock.HybridClock;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Race of two threads that request timestamps, one of them after it observed a later timestamp. The
 * physical time is constant.
 */
@JCStressTest
@Outcome(id = "1, 10", expect = Expect.ACCEPTABLE, desc = "first thread before the observation")
@Outcome(
    id = "10, 11",
    expect = Expect.ACCEPTABLE,
    desc = "first thread between observation and request")
@Outcome(id = "11, 10", expect = Expect.ACCEPTABLE, desc = "first thread last")
@State
public class HybridClockStress {
  private static final long OBSERVED = 9;

  private final HybridClock clock = new HybridClock(() -> 0);

  @Actor
  public void first(JJ_Result result) {
    result.r1 = clock.next();
  }

  @Actor
  public void second(JJ_Result result) {
    clock.observe(OBSERVED);
    result.r2 = clock.next();
  }
}
